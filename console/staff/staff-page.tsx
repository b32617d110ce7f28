import { listStaff } from '#contract/console/staff/staff.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionForms } from '../actions/action-forms.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { InvitationsTable } from './invitations-table.tsx'
import { OperatorsTable } from './operators-table.tsx'

/** Who may use the console, and who is invited. */
export function StaffPage() {
  const forms = useActionForms()
  const staff = useLoad('staff', (signal) => callConsole(listStaff, {}, { signal, isQuiet: true }))
  const { start, dialog } = useActionDialog(staff.reload)
  useTitle('同事')

  return (
    <>
      <header className="op-head">
        <h1>同事</h1>
        <p>谁能用控制台，各能做什么。</p>
        <span className="row-actions">
          <Button
            kind="primary"
            size="small"
            icon="plus"
            isBusy={forms.data === undefined && forms.isLoading}
            onClick={() => start('operators invite')}
          >
            邀请同事
          </Button>
        </span>
      </header>
      <Loaded load={staff} what="同事" lines={6}>
        {({ operators, invitations }) => (
          <>
            <OperatorsTable operators={operators} start={start} />
            {invitations.length > 0 && <InvitationsTable invitations={invitations} start={start} />}
          </>
        )}
      </Loaded>
      {dialog}
    </>
  )
}
