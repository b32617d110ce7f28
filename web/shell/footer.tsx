import { Link } from '../lib/router/link.tsx'
import { useSite } from '../lib/site.ts'
import { AnyLink } from '../ui/action/any-link.tsx'
import { OutsideLink } from '../ui/action/outside-link.tsx'
import { Qr } from '../ui/display/qr.tsx'
import { Logo } from './logo.tsx'
import { useSupport } from './help/support.ts'
import { now } from '../lib/clock.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon/icon.tsx'

export function Footer() {
  const site = useSite()
  const { chats, qr } = useSupport()
  return (
    <footer className="site-footer">
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Logo />
          <p>{site.slogan}</p>
          <SchemeSwitch />
        </div>
        <nav aria-label="产品">
          <h2>产品</h2>
          <Link to="/product">产品介绍</Link>
          <Link to="/plans">产品套餐</Link>
          <Link to="/tutorial">新手教程</Link>
          <Link to="/advantage">行业优势</Link>
          <Link to="/case">用户案例</Link>
          <OutsideLink href={site.toolsUrl}>{site.toolsLabel}</OutsideLink>
        </nav>
        <nav aria-label="账户">
          <h2>账户</h2>
          <Link to="/account/home">账户中心</Link>
          <Link to="/account/recharge-center">充值中心</Link>
          <Link to="/account/orders">订单管理</Link>
        </nav>
        <nav aria-label="支持">
          <h2>支持</h2>
          {chats.map(({ label, url }) => (
            <OutsideLink key={label} href={url}>
              {label}
            </OutsideLink>
          ))}
          <AnyLink to={site.termsUrl}>服务条款</AnyLink>
          <AnyLink to={site.privacyUrl}>隐私政策</AnyLink>
          <AnyLink to={site.refundUrl}>退款规则</AnyLink>
        </nav>
        {qr && (
          <div className="footer-qr">
            <Qr code={qr.qr} label={`${qr.label}二维码`} />
            <p>
              {qr.label}
              <br />
              <span className="faint">{site.supportHours}</span>
            </p>
          </div>
        )}
      </div>
      <div className="wrap footer-legal">
        <span suppressHydrationWarning>
          © {new Date(now()).getFullYear()} {site.company}
        </span>
        {site.icp && <OutsideLink href={site.icp.url}>{site.icp.text}</OutsideLink>}
      </div>
    </footer>
  )
}

/** Light or dark. `before-paint.ts` stores the choice, so that this works before hydration. */
function SchemeSwitch() {
  const choices = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    const kept = document.documentElement.dataset['scheme'] ?? 'auto'
    const input = choices.current?.querySelector<HTMLInputElement>(`#scheme-${kept}`)
    if (input) input.checked = true
  }, [])

  return (
    <fieldset className="scheme" ref={choices}>
      <legend className="unseen">界面明暗</legend>
      <label>
        <input type="radio" name="scheme" id="scheme-auto" value="auto" defaultChecked />
        <span>跟随系统</span>
      </label>
      <label>
        <input type="radio" name="scheme" id="scheme-light" value="light" />
        <span>
          <Icon name="sun" />
          浅色
        </span>
      </label>
      <label>
        <input type="radio" name="scheme" id="scheme-dark" value="dark" />
        <span>
          <Icon name="moon" />
          深色
        </span>
      </label>
    </fieldset>
  )
}
