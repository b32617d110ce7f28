import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { useActionForms } from '../actions/action-forms.tsx'
import { isComposing } from '../lib/is-composing.ts'
import { useOperator } from '../lib/session.ts'
import { findEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts'

/** Finds a page or an action by what is typed; open while it is mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { permissions } = useOperator()
  const { data } = useActionForms()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = findEntries(paletteEntries(permissions, data?.groups ?? []), typed)
  const optionId = (at: number) => `${id}-${at}`

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function open(entry: PaletteEntry | undefined) {
    if (entry === undefined) return
    onClose()
    void navigate(entry.to)
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const last = found.length - 1
    const steps: Record<string, () => void> = {
      ArrowDown: () => setChosen(chosen >= last ? 0 : chosen + 1),
      ArrowUp: () => setChosen(chosen <= 0 ? Math.max(0, last) : chosen - 1),
      Enter: () => open(found[chosen]),
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    step()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click beside it; Esc does the same
    <dialog
      ref={dialog}
      className="palette"
      aria-label="查找页面和操作"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className="palette-find">
        <Icon name="find" />
        <input
          type="text"
          role="combobox"
          aria-label="页面或操作"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="页面或操作，例如 退款"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="找到的页面和操作">
        {found.map((entry, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
          <div
            key={entry.to}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onPointerMove={() => setChosen(at)}
            onClick={() => open(entry)}
          >
            <Icon name={entry.icon} />
            <span>{entry.label}</span>
            <small>{entry.note}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">没有找到。换个词试试。</p>}
      <p className="unseen" role="status">
        {typed === '' ? '' : `找到 ${found.length} 项`}
      </p>
    </dialog>
  )
}
