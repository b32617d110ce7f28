import { Link } from '../../lib/router/link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { ErrorIllustration } from './error-illustration.tsx'
import { useSiteAddress } from '../use-site-address.ts'

/** Shown for every unknown address. */
export default function NotFoundPage() {
  const { meta } = useSiteAddress()
  return (
    <div className="wrap lost">
      <ErrorIllustration />
      <p className="faint number">404</p>
      <h1>{meta.title}</h1>
      <p className="soft">链接可能有误，或页面已移动。</p>
      <div className="actions">
        <ButtonLink kind="primary" to="/">
          回到首页
        </ButtonLink>
        <ButtonLink to="/tutorial">查看新手教程</ButtonLink>
      </div>
      <p className="lost-links">
        您可能在找：<Link to="/plans">产品套餐</Link>
        <Link to="/account/home">账户中心</Link>
        <Link to="/account/orders">订单管理</Link>
      </p>
    </div>
  )
}
