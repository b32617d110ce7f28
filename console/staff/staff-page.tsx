import { useState } from 'react'
import type { ActionForm } from '#contract/console/actions.ts'
import { listStaff } from '#contract/console/staff.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { findActionForm, useActionForms } from '../actions/action-forms.tsx'
import type { Given } from '../actions/given.ts'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { InvitationsTable } from './invitations-table.tsx'
import { OperatorsTable } from './operators-table.tsx'

/** Who may use the console, and who is invited. */
export function StaffPage() {
  const forms = useActionForms()
  const staff = useLoad('staff', (signal) => callConsole(listStaff, {}, { signal, isQuiet: true }))
  const [open, setOpen] = useState<{ form: ActionForm; given: Given }>()
  useTitle('同事')

  function start(command: string, given: Given = {}) {
    const form = findActionForm(forms.data, command)
    if (form) setOpen({ form, given })
  }

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
      {open && (
        <ActionDialog
          key={open.form.command}
          form={open.form}
          given={open.given}
          onClose={() => setOpen(undefined)}
          onDone={staff.reload}
        />
      )}
    </>
  )
}
