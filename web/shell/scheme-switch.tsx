import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon/icon.tsx'

/** Light or dark. `before-paint.ts` stores the choice, so that this works before hydration. */
export function SchemeSwitch() {
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
