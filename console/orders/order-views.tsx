import { useState } from 'react'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { formatTime } from '#web/lib/format/time.ts'
import { toast } from '#web/lib/toast.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { type Filter, isSameFilter } from '../list/filter.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { now } from '#web/lib/clock.ts'
import * as z from 'zod/mini'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { Ask } from '../frame/ask.tsx'

/** Links to views of the list; the shown filters can be kept as one more, and the shown view removed. */
export function OrderViews({ filter }: { filter: Filter }) {
  const { timeZone } = useConsoleSite()
  const { views, save, remove } = useSavedViews()
  const [isNaming, setIsNaming] = useState(false)
  const builtIn = builtInViews(formatTime(new Date(now()).toISOString(), 'date', timeZone))
  const all = [...builtIn, ...views]
  const shown = all.find((view) => isSameFilter(view.filter, filter))
  const own = views.find((view) => view === shown)
  return (
    <>
      <Views label="视图">
        {all.map((view, at) => (
          <ViewLink
            key={at < builtIn.length ? view.name : `own ${view.name}`}
            to={consoleHref('/orders', view.filter)}
            isCurrent={view === shown}
          >
            {view.name}
          </ViewLink>
        ))}
        {own && (
          <IconButton
            icon="bin"
            label={`删除视图“${own.name}”`}
            title="删除这个视图"
            onClick={() => {
              remove(own.name)
              toast('视图已删除')
            }}
          />
        )}
        {shown === undefined && (
          <button type="button" className="view-save" onClick={() => setIsNaming(true)}>
            存为视图
          </button>
        )}
      </Views>
      {isNaming && (
        <SaveViewDialog
          onClose={() => setIsNaming(false)}
          onSave={(name) => {
            save(name, filter)
            setIsNaming(false)
            toast('视图已保存')
          }}
        />
      )}
    </>
  )
}

/** The views that every operator has. */
function builtInViews(today: string): { name: string; filter: Filter }[] {
  return [
    { name: '全部', filter: {} },
    { name: '待核实', filter: { state: 'exception' } },
    { name: '退款申请', filter: { requested: '1' } },
    { name: '争议中', filter: { disputed: '1' } },
    { name: '争议/关闭后到账', filter: { unusual: '1' } },
    { name: '已退款', filter: { state: 'refunded' } },
    { name: '今天', filter: { from: today } },
  ]
}

const LONGEST = 12

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, '请输入名称'),
      z.maxLength(LONGEST, `名称最多 ${LONGEST} 个字`),
    ),
})

interface SaveViewDialogProps {
  onClose: () => void
  onSave: (name: string) => void
}

/** Asks for the name of a view. */
function SaveViewDialog({ onClose, onSave }: SaveViewDialogProps) {
  return (
    <Ask title="存为视图" onClose={onClose}>
      <Form
        className="ask-form"
        schema={schema}
        onSubmit={({ name }) => {
          onSave(name)
          return Promise.resolve()
        }}
      >
        <div className="ask-body">
          <Field
            name="name"
            label="名称"
            hint="只保存在这个浏览器里，同名的视图会被替换。"
            autoComplete="off"
          />
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <SubmitButton size="small" isWide={false}>
            保存
          </SubmitButton>
        </footer>
      </Form>
    </Ask>
  )
}

const KEY = 'order-views'

const savedViews = z.array(z.object({ name: z.string(), filter: z.record(z.string(), z.string()) }))
type SavedView = z.output<typeof savedViews>[number]

interface SavedViews {
  views: readonly SavedView[]
  /** Replaces a view of the same name. */
  save: (name: string, filter: Filter) => void
  remove: (name: string) => void
}

/** The operator's own views of the list, which this browser keeps. */
function useSavedViews(): SavedViews {
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
