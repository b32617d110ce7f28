import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { signOutOfConsole } from '#contract/console/staff/sign-in.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useAction } from '#web/ui/action/use-action.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { callConsole } from '../lib/call.ts'
import { changeSession, useOperator } from '../lib/session.ts'
import { useLayoutEffect, useRef } from 'react'

const MENU = 'operator-menu'

/** Who is signed in, with the menu of settings and sign-out. */
export function OperatorMenu({ onHelp }: { onHelp: () => void }) {
  const { name, email, role } = useOperator()
  const { isBusy, run } = useAction(async () => {
    await callConsole(signOutOfConsole, {})
    changeSession({ operator: null })
  })
  return (
    <>
      <button type="button" className="op-who" popoverTarget={MENU}>
        <span className="avatar" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <span className="op-name">
          {name}
          <small>{ROLE_LABELS[role]}</small>
        </span>
        <span className="unseen">打开菜单</span>
      </button>
      <Menu id={MENU} className="menu op-menu">
        <p className="menu-head">
          <strong>{name}</strong>
          <span className="faint">{email}</span>
        </p>
        <SchemeChoice />
        <hr />
        <Link to="/security">
          <Icon name="shield" />
          安全
        </Link>
        <button type="button" onClick={onHelp}>
          <Icon name="info" />
          按键说明
        </button>
        <button type="button" aria-busy={isBusy || undefined} onClick={run}>
          <Icon name="leave" />
          退出
        </button>
      </Menu>
    </>
  )
}

const CHOICES = [
  ['auto', '自动'],
  ['light', '浅色'],
  ['dark', '深色'],
] as const

/** Light or dark; `before-paint.ts` applies and stores the choice. */
function SchemeChoice() {
  const choices = useRef<HTMLFieldSetElement>(null)

  useLayoutEffect(() => {
    const kept = document.documentElement.dataset['scheme'] ?? 'auto'
    const input = choices.current?.querySelector<HTMLInputElement>(`#scheme-${kept}`)
    if (input) input.checked = true
  }, [])

  return (
    <fieldset className="scheme" ref={choices}>
      <legend className="unseen">界面明暗</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="scheme"
            id={`scheme-${value}`}
            value={value}
            defaultChecked={value === 'auto'}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
