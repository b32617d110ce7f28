import { useSite } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Qr } from '../../ui/display/qr.tsx'
import { CHAT_ICONS, useSupport } from './support.ts'

const HELP_MENU = 'side-help'
const QR_MENU = 'support-qr'

/** Support and back to top: a bar beside a wide page; on a narrow one behind a round button. */
export function SideHelp() {
  const { supportHours } = useSite()
  const { chats, qr } = useSupport()
  return (
    <aside className="no-print" aria-label="在线支持">
      <button
        className="help-button"
        type="button"
        popoverTarget={HELP_MENU}
        aria-label="客服与返回顶部"
      >
        <Icon name="chat" />
      </button>
      <Menu id={HELP_MENU} className="side-help">
        {chats.map(({ kind, label, url }) => (
          <OutsideLink key={label} href={url}>
            <Icon name={CHAT_ICONS[kind]} />
            <span>{label}</span>
          </OutsideLink>
        ))}
        {qr && (
          <button className="scan" type="button" popoverTarget={QR_MENU}>
            <Icon name="scan" />
            <span>{qr.label}</span>
          </button>
        )}
        <a className="to-top" href="#top" aria-label="返回顶部">
          <Icon name="up" />
          <span>返回顶部</span>
        </a>
      </Menu>
      {qr && (
        <Menu id={QR_MENU} className="menu qr-pop">
          <Qr code={qr.qr} label={`${qr.label}二维码`} />
          <p>
            用手机扫一扫
            <br />
            <span className="faint">{supportHours}</span>
          </p>
        </Menu>
      )}
    </aside>
  )
}
