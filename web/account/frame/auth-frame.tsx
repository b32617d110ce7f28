import type { ReactNode } from 'react'
import { useSite } from '../../lib/site.ts'
import { Logo } from '../../shell/logo.tsx'
import { useSiteAddress } from '../../shell/use-site-address.ts'
import { ArcPoints } from '../../ui/icon/arc.tsx'
import { now } from '../../lib/clock.ts'

interface AuthFrameProps {
  /** Headline beside the form, one string per line. */
  headline: readonly string[]
  words: string
  /** Absent: the page's own. */
  title?: string
  /** Under the title, such as a link to the other form; null: nothing. */
  lead: ReactNode
  /** Hides the prerendered form until the script knows whether the address has a mailed link. */
  isTentative?: boolean
  children: ReactNode
}

/** Frame of the login, registration and password reset pages: a picture and the form. */
export function AuthFrame({
  headline,
  words,
  title,
  lead,
  isTentative = false,
  children,
}: AuthFrameProps) {
  const { company } = useSite()
  const { meta, isLegacy } = useSiteAddress()
  if (isLegacy) {
    return (
      <div className="wrap auth-simple">
        <div className="card">
          <header>
            <h1>{title ?? meta.title}</h1>
            {lead !== null && <p>{lead}</p>}
          </header>
          {children}
        </div>
      </div>
    )
  }
  return (
    <main className="auth" id="content" tabIndex={-1} data-tentative={isTentative ? '' : undefined}>
      <div className="auth-view night">
        <Logo />
        <div className="auth-words">
          <p className="auth-headline">
            {headline.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <p>{words}</p>
        </div>
        <small suppressHydrationWarning>
          © {new Date(now()).getFullYear()} {company}
        </small>
        <NightBridge />
      </div>
      <div className="auth-form">
        <div>
          <header>
            <Logo />
            <h1>{title ?? meta.title}</h1>
            {lead !== null && <p>{lead}</p>}
          </header>
          {children}
        </div>
      </div>
    </main>
  )
}

function NightBridge() {
  return (
    <svg viewBox="0 0 760 576" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <g className="arc">
        <ArcPoints
          middle={380}
          bottom={470}
          reach={330}
          rise={320}
          count={40}
          endRadius={1.2}
          topRadius={4.4}
          star={20}
        />
      </g>
      <path
        className="shore-fill"
        d="M-400 500v-40c130-26 240-30 330-20 80 8 96 34 150 46 30 7 66 10 104 14z"
      />
      <path
        className="shore-fill"
        d="M1160 500v-46c-130-22-250-24-340-12-80 10-100 32-152 44-30 7-60 10-92 14z"
      />
      <path
        className="gleam"
        d="M250 510h260M290 530h90M420 530h60M180 552h120M460 552h150M330 574h100"
      />
    </svg>
  )
}
