import { MAIL_STATE_LABELS, MAIL_STATES } from '#contract/console/mail-states.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { type FilterField, readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { MailsTable } from './mails-table.tsx'

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
  },
  { kind: 'text', name: 'to', label: '收件人', placeholder: '完整的邮箱' },
  { kind: 'text', name: 'id', label: '编号', placeholder: '邮件编号' },
]

/** The outbox, newest first; `id` in the address finds and marks one mail. */
export function MailsPage() {
  const query = useQuery()
  useTitle('邮件')
  const filter = readFilter(FILTERS, query)
  const { before } = query
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(
      listConsoleMails,
      { ...filter, state: MAIL_STATES.find((state) => state === filter['state']), before },
      { signal, isQuiet: true },
    ),
  )
  const actions = useActionDialog(load.reload)
  return (
    <>
      <header className="op-head">
        <h1>邮件</h1>
        <p>已发送的邮件不保留收件人和内容。</p>
        <ExportActions list="mails" filter={filter} />
      </header>
      <FilterBar path="/mails" fields={FILTERS} filter={filter} />
      <section className="panel list-panel" aria-label="邮件列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="邮件" lines={12}>
          {({ mails, next }) => (
            <>
              {mails.length === 0 ? (
                <Empty heading="h2" title="没有邮件">
                  {Object.keys(filter).length > 0
                    ? '没有符合的邮件，换个条件或者清除筛选。'
                    : '发给用户的邮件会出现在这里。'}
                </Empty>
              ) : (
                <MailsTable mails={mails} marked={filter['id']} actions={actions} />
              )}
              <ListFoot path="/mails" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}
