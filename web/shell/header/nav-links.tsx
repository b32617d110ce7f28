import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import { findAddress, type SitePath } from '#contract/addresses.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

const PAGES: [path: SitePath, label: string][] = [
  ['/', '首页'],
  ['/product', '产品介绍'],
  ['/tutorial', '新手教程'],
  ['/advantage', '行业优势'],
  ['/case', '用户案例'],
  ['/plans', '产品套餐'],
]

/** The links of the main navigation, for the header and for the phone's sheet. */
export function NavLinks() {
  const { toolsUrl, toolsLabel } = useSite()
  const current = findAddress(useLocation().pathname).path
  return (
    <>
      {PAGES.map(([path, label]) => (
        <Link key={path} to={path} aria-current={path === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
      <OutsideLink href={toolsUrl}>
        <span>{toolsLabel}</span>
        <Icon name="out" />
      </OutsideLink>
    </>
  )
}
