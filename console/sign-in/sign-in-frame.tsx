import type { ReactNode } from 'react'
import { Arc } from '#web/ui/icon/arc.tsx'
import { Logo } from '../frame/logo.tsx'

interface SignInFrameProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** The frame of pages before the sign-in. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <div className="op-sign">
      <header>
        <Logo />
      </header>
      <main id="content">
        <div>
          <Arc
            className="arc arc-top"
            width={180}
            height={64}
            count={14}
            endRadius={1}
            topRadius={2.6}
            foot={4}
            side={6}
            star={12}
          />
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {children}
      </main>
      <footer>
        <span>30 分钟无操作自动退出，最长 12 小时</span>
        <span>每次登录都记入操作记录</span>
      </footer>
    </div>
  )
}
