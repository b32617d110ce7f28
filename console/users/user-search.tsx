import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { consoleHref } from '../lib/console-href.ts'
import type { Filter } from '../list/filter.ts'

const PAUSE_MS = 250

/** The search field of the list; what is typed goes into the address after a pause. */
export function UserSearch({ q, filter }: { q: string; filter: Filter }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [known, setKnown] = useState(q)
  // the address changed by a link or the back button
  if (known !== q) {
    setKnown(q)
    if (typed.trim() !== q) setTyped(q)
  }
  const search = useEffectEvent(() => {
    const next = typed.trim()
    if (next === q) return
    // the first search gets a history entry, what is typed on replaces it
    void navigate(consoleHref('/users', { ...filter, q: next }), {
      replace: q !== '',
      preventScrollReset: true,
    })
  })

  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <form
      className="list-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <Icon name="find" />
      <input
        className="input"
        type="search"
        aria-label="搜索用户"
        placeholder="邮箱、昵称或用户编号"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}
