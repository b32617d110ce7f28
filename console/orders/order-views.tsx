import { useState } from 'react'
import { IconButton } from '#web/ui/action/button.tsx'
import { formatTime } from '#web/lib/format/time.ts'
import { toast } from '#web/lib/toast.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { type Filter, isSameFilter } from '../list/filter.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { builtInViews } from './order-filter.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { useSavedViews } from './saved-views.ts'
import { now } from '#web/lib/clock.ts'

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
