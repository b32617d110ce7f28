import type { ReactNode } from 'react'
import type { SitePath } from '#contract/addresses.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { Icon } from '../../ui/icon/icon.tsx'

interface SettingLineProps {
  icon: IconName
  name: string
  /** The page that changes it. */
  link?: { to: SitePath; label: string }
  children: ReactNode
}

/** One line of a settings list: name, present value and a link to change it. */
export function SettingLine({ icon, name, link, children }: SettingLineProps) {
  return (
    <li className="list-icon">
      <Icon name={icon} />
      <span>
        {name}
        {/* the prerenderer and the browser may name a time zone differently */}
        <small suppressHydrationWarning>{children}</small>
      </span>
      {link && (
        <ButtonLink kind="ghost" size="small" to={link.to}>
          {link.label}
        </ButtonLink>
      )}
    </li>
  )
}
