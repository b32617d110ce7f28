import type { ReactNode } from 'react'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import type { Load } from '#web/ui/feedback/use-load.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { type ConsolePath, consoleHref } from '../lib/console-href.ts'

/** To the list as it was shown, where the operator came from it: its query is in the history's state. */
export function BackToList({ path, label }: { path: ConsolePath; label: string }) {
  const { state } = useLocation()
  const list: unknown = state instanceof Object && 'list' in state ? state.list : undefined
  return (
    <Link className="op-back" to={typeof list === 'string' ? path + list : path}>
      <Icon name="back" />
      {label}
    </Link>
  )
}

interface DetailPageProps<T> {
  /** Of the list. */
  path: ConsolePath
  label: string
  load: Load<T>
  /** What the address names, perhaps nothing. */
  reference: string
  isMissing?: boolean
  /** `none`: 没有这笔订单; `unnamed`: what the address lacks. */
  words: { none: string; unnamed: string }
  dialog: ReactNode
  children: (data: T) => ReactNode
}

/** One thing of a list: the way back, what was loaded of it and the dialog of its actions, or that it does not exist. */
export function DetailPage<T>(props: DetailPageProps<T>) {
  const { path, label, load, reference, words, dialog, children } = props
  if (props.isMissing ?? load.error?.status === 404)
    return (
      <MessageScreen
        title={words.none}
        actions={<ButtonLink to={consoleHref(path)}>看全部{label}</ButtonLink>}
      >
        {reference === '' ? `地址里没有${words.unnamed}。` : `没有 ${reference}，请检查是否完整。`}
      </MessageScreen>
    )
  return (
    <>
      <BackToList path={path} label={label} />
      <Loaded load={load} what={label} lines={12}>
        {children}
      </Loaded>
      {dialog}
    </>
  )
}
