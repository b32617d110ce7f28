import { useSite } from '../lib/site.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Qr } from '../ui/qr.tsx'
import { CHAT_ICONS, useSupport } from './support.ts'

const QR_MENU = 'support-qr'

/** Support and the way back to the top: floats at the side, on a phone stands above the footer. */
export function SideHelp() {
  const { supportHours } = useSite()
  const { chats, qr } = useSupport()
  return (
    <aside className="no-print" aria-label="在线支持">
      <div className="side-help">
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
      </div>
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
