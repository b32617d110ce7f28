import { useState } from 'react'
import * as z from 'zod/mini'
import type { Filter } from '../list/filter.ts'

const KEY = 'order-views'

const savedViews = z.array(z.object({ name: z.string(), filter: z.record(z.string(), z.string()) }))
export type SavedView = z.output<typeof savedViews>[number]

interface SavedViews {
  views: readonly SavedView[]
  /** Replaces a view of the same name. */
  save: (name: string, filter: Filter) => void
  remove: (name: string) => void
}

/** The operator's own views of the list, which this browser keeps. */
export function useSavedViews(): SavedViews {
  const [views, setViews] = useState(readViews)

  function change(next: SavedView[]) {
    setViews(next)
    localStorage.setItem(KEY, JSON.stringify(next))
  }

  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (name, filter) => change([...without(name), { name, filter: { ...filter } }]),
    remove: (name) => change(without(name)),
  }
}

function readViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return savedViews.safeParse(stored).data ?? []
  } catch {
    return []
  }
}
