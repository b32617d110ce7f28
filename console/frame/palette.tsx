import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { useActionForms } from '../actions/action-forms.tsx'
import { isComposing } from '../lib/use-keys.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useSearch } from '../search/use-search.ts'
import {
  findEntries,
  hitEntries,
  paletteEntries,
  type PaletteEntry,
  userListEntries,
} from './palette-entries.ts'

const WHAT = '订单号、邮箱、昵称、支付意图、页面或操作'

/** Finds orders, users, mails, events, pages and actions by what is typed; open while it is mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { permissions } = useOperator()
  const site = useConsoleSite()
  const { data } = useActionForms()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const { answered, hits, isSearching, failure } = useSearch(typed)
  // by its key: hits that arrive late move the entries below them
  const [chosenKey, setChosenKey] = useState<string>()
  const [isFirstWanted, setIsFirstWanted] = useState(false)
  const known = findEntries(paletteEntries(permissions, data?.groups ?? [], site), typed)
  const isNothingFound = hits.length === 0 && known.length === 0
  // the search shows a few users; what finds an order, a page or an action alone is hardly a name
  const mayBeName = isNothingFound || hits.some(({ kind }) => kind === 'user')
  const found = [
    ...hitEntries(hits),
    ...known,
    ...(answered !== undefined && mayBeName ? userListEntries(answered) : []),
  ]
  const chosen = Math.max(
    0,
    found.findIndex(({ key }) => key === chosenKey),
  )
  const optionId = (at: number) => `${id}-${at}`

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  // Enter was pressed right after pasting, before the server answered
  const openFirst = useEffectEvent(() => open(found[0]))
  useEffect(() => {
    if (isFirstWanted && !isSearching) openFirst()
  }, [isFirstWanted, isSearching])

  function open(entry: PaletteEntry | undefined) {
    if (entry === undefined) return
    onClose()
    void navigate(entry.to)
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const last = found.length - 1
    const choose = (at: number) => setChosenKey(found[at]?.key)
    const steps: Record<string, () => void> = {
      ArrowDown: () => choose(chosen >= last ? 0 : chosen + 1),
      ArrowUp: () => choose(chosen <= 0 ? last : chosen - 1),
      Enter: () => {
        if (found.length > 0) open(found[chosen])
        else setIsFirstWanted(isSearching)
      },
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
      aria-label="查找"
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
          aria-label={WHAT}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={WHAT}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosenKey(undefined)
            setIsFirstWanted(false)
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="找到的">
        {found.map((entry, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
          <div
            key={entry.key}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onPointerMove={() => setChosenKey(entry.key)}
            onClick={() => open(entry)}
          >
            <Icon name={entry.icon} />
            <span title={entry.label}>{entry.label}</span>
            <small title={entry.note}>{entry.note}</small>
          </div>
        ))}
      </div>
      {failure !== undefined && (
        <p className="palette-none" role="alert">
          搜索订单和用户失败：{failure}
        </p>
      )}
      {isNothingFound && failure === undefined && (
        <p className="palette-none">
          {isSearching ? '正在搜索…' : '没有找到。订单号和编号要完整，也可以换个词。'}
        </p>
      )}
      <p className="unseen" role="status">
        {typed === '' || isSearching ? '' : `找到 ${found.length} 项`}
      </p>
    </dialog>
  )
}
