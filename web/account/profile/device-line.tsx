import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import type { Device } from './use-devices.ts'

interface DeviceLineProps {
  device: Device
  canLogOut: boolean
  onLogOut: () => Promise<void>
}

/** One logged-in device with its log-out button. */
export function DeviceLine({ device, canLogOut, onLogOut }: DeviceLineProps) {
  const { timeZone } = useSite()
  const { isBusy, run } = useAction(onLogOut)
  const { device: name, ip, createdAt, lastSeenAt, current } = device
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <li className="list-icon">
      <Icon name="device" />
      <span>
        {name} {current && <Badge>这台设备</Badge>}
        <small>
          <span>{current ? '正在使用' : `最近使用：${when(lastSeenAt)}`}，</span>
          <span>登录于{when(createdAt)}，</span>
          <span>IP {ip}</span>
        </small>
      </span>
      {!current && (
        <Button
          kind="ghost"
          size="small"
          aria-label={`退出 ${name}，登录于 ${when(createdAt)}`}
          disabled={!canLogOut}
          isBusy={isBusy}
          onClick={run}
        >
          退出
        </Button>
      )}
    </li>
  )
}
