import { SETTING_ORIGIN_LABELS } from '#contract/console/settings/setting-origins.ts'
import { type ConsoleSetting, listSettings } from '#contract/console/settings/settings.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { Panel } from '../panel/panel.tsx'

/** Every setting with its value and where that comes from, below those that endanger the shop. */
export function AllSettings() {
  const load = useLoad('settings', (signal) =>
    callConsole(listSettings, {}, { signal, isQuiet: true }),
  )
  return (
    <Loaded load={load} what="设置" lines={12}>
      {({ groups, risks }) => (
        <>
          {risks.map(({ text, isBad }) => (
            <Notice key={text} kind={isBad ? 'bad' : 'wait'}>
              {text}
            </Notice>
          ))}
          {groups.map(({ title, settings }) => (
            <Panel key={title} title={title} count={settings.length}>
              <dl className="settings">
                {settings.map((setting) => (
                  <SettingRow key={setting.name} setting={setting} />
                ))}
              </dl>
            </Panel>
          ))}
        </>
      )}
    </Loaded>
  )
}

function SettingRow({ setting }: { setting: ConsoleSetting }) {
  const { name, meaning, origin } = setting
  const isGiven = origin === 'environment' || origin === 'file'
  return (
    <div>
      <dt>
        <code>{name}</code>
        <small>{meaning}</small>
      </dt>
      <dd className="value">
        <SettingValue setting={setting} />
      </dd>
      <dd className="origin" data-given={isGiven || undefined}>
        {SETTING_ORIGIN_LABELS[origin]}
      </dd>
    </div>
  )
}

function SettingValue({ setting: { value, isSecret, fingerprint } }: { setting: ConsoleSetting }) {
  if (isSecret && fingerprint !== null)
    return (
      <>
        已设置，不显示 <small>指纹 {fingerprint}</small>
      </>
    )
  return value ?? <span className="faint dash">–</span>
}
