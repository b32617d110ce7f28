import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { logOut } from '../../lib/call/log-out.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { Logo } from '../logo.tsx'

/** Original specification, section 9. */
const LOGOUT_DELAY_MS = 500

const PAGES = [
  ['/index.html', '首页'],
  ['/product.html', '产品介绍'],
  ['/tutorial.html', '新手教程'],
  ['/advantage.html', '行业优势'],
  ['/case.html', '用户案例'],
  ['/plans.html', '产品套餐'],
] as const

interface LegacyHeaderProps {
  leave?: (address: string) => void
}

/** The header of the older variants: plain links; the login state comes from the server. */
export function LegacyHeader({ leave = (address) => location.assign(address) }: LegacyHeaderProps) {
  const isLogin = useIsLogin()
  const { run } = useAction(async () => {
    await logOut()
    await new Promise((resolve) => setTimeout(resolve, LOGOUT_DELAY_MS))
    leave('/account/login')
  })
  return (
    // hidden, but in its place, until the login state is known
    <header className="site-header legacy-header" data-asking={isLogin === undefined || undefined}>
      <div className="wrap">
        <Logo />
        <nav className="site-nav" aria-label="主导航">
          {PAGES.map(([path, label]) => (
            <a key={path} href={path}>
              {label}
            </a>
          ))}
        </nav>
        <div className="site-entry">
          <a className="entry-money" href="/account/recharge-center">
            充值中心
          </a>
          {isLogin ? (
            <button className="button" data-kind="ghost" type="button" onClick={run}>
              退出
            </button>
          ) : (
            <>
              <a className="button" data-kind="ghost" href="/account/login">
                登录
              </a>
              <a className="button" data-kind="primary" href="/account/register">
                注册
              </a>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

/** Undefined until the server has responded. */
function useIsLogin(): boolean | undefined {
  const [isLogin, setIsLogin] = useState<boolean>()
  useEffect(() => {
    const leaving = new AbortController()
    call(api.account.userInfo, {}, { isOnlyLogged: true, signal: leaving.signal }).then(
      (answer) => setIsLogin(answer.isLogin),
      // Original specification, section 8: this failure is only logged.
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setIsLogin(false)
        console.warn('user-info failed', error)
      },
    )
    return () => leaving.abort()
  }, [])
  return isLogin
}
