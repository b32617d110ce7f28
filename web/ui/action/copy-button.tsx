import { type ReactNode, useEffect, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Icon } from '../icon/icon.tsx'

const DONE_MS = 2_000

interface CopyButtonProps {
  text: string
  /** Noun for the text, as in 复制订单号; part of the button's accessible name. */
  what: string
  /** Shown instead of the text. */
  children?: ReactNode
}

/** Copies a text and confirms it by a toast. */
export function CopyButton({ text, what, children = text }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setIsDone(false), DONE_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsDone(true)
      toast(`${what}已复制`)
    } catch {
      toast(`复制失败，请长按选择${what}`, 'bad')
    }
  }

  return (
    <button
      type="button"
      className={isDone ? 'copy is-done' : 'copy'}
      aria-label={children === text ? `复制${what} ${text}` : `复制${what}`}
      onClick={() => void copy()}
    >
      {children}
      <Icon name={isDone ? 'check' : 'copy'} />
    </button>
  )
}
