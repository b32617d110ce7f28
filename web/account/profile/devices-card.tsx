import { useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'
import { type Device, useDevices } from './use-devices.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { useAction } from '../../ui/action/use-action.ts'

interface DevicesCardProps {
  /** Undefined until the profile has loaded: then nothing can be confirmed. */
  email: string | undefined
}

/** The logged-in devices; each other one, or all others, can be logged out by their owner. */
export function DevicesCard({ email }: DevicesCardProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { callWithFreshLogin, dialog } = useFreshLogin(email ?? '')
  const devices = useDevices()
  const list = devices.data?.list.toSorted(byUse) ?? []
  const others = list.filter(({ current }) => !current)

  async function logOut(device: Device) {
    if (!(await revoke(device))) return
    toast(`已退出 ${device.device}`)
    devices.reload()
  }

  async function logOutOthers() {
    try {
      for (const device of others) if (!(await revoke(device))) return
      toast('其他设备已退出')
    } finally {
      // on an error some devices may be logged out already
      devices.reload()
    }
  }

  /** False when the user cancels. A device that has logged out meanwhile counts as success. */
  async function revoke({ id }: Device): Promise<boolean> {
    try {
      const ended = await callWithFreshLogin(() =>
        call(api.account.revokeSession, { id }, { isQuiet: true }),
      )
      return ended !== undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'NOT_FOUND') return true
      if (!error.isShown) toast(error.message, 'bad')
      throw error
    }
  }

  return (
    <ListCard title="登录的设备">
      <Loaded load={devices} what="登录的设备" lines={3}>
        {() => (
          <>
            <ul className="list">
              {list.map((device) => (
                <DeviceLine
                  key={device.id}
                  device={device}
                  canLogOut={email !== undefined}
                  onLogOut={() => logOut(device)}
                />
              ))}
            </ul>
            {others.length === 0 ? (
              <p className="hint">目前只有本设备。如发现陌生设备，请将其退出并修改密码。</p>
            ) : (
              <div className="card-foot">
                <p className="hint">如发现陌生设备，请将其退出并修改密码。</p>
                <Button
                  size="small"
                  disabled={email === undefined}
                  onClick={() => setIsAsking(true)}
                >
                  退出其他所有设备
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`退出其他 ${others.length} 台设备？`}
        confirmLabel="全部退出"
        onConfirm={logOutOthers}
      >
        <p>这些设备需重新输入密码才能登录，本设备不受影响。</p>
      </ConfirmDialog>
      {dialog}
    </ListCard>
  )
}

/** The current device first, then by last use. */
function byUse(a: Device, b: Device): number {
  return (
    Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt)
  )
}

interface DeviceLineProps {
  device: Device
  canLogOut: boolean
  onLogOut: () => Promise<void>
}

/** One logged-in device with its log-out button. */
function DeviceLine({ device, canLogOut, onLogOut }: DeviceLineProps) {
  const { timeZone } = useSite()
  const { isBusy, run } = useAction(onLogOut)
  const { device: name, ip, createdAt, lastSeenAt, current } = device
  const when = (iso: string) => formatDayTime(iso, timeZone)
  return (
    <li className="list-icon">
      <Icon name="device" />
      <span>
        {name} {current && <Badge>本设备</Badge>}
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
