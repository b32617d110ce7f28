import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'

interface WithdrawDialogProps {
  /** Undefined: closed. */
  invoice: Invoice | undefined
  onClose: () => void
  onConfirm: (invoice: Invoice) => Promise<void>
}

/** Asks before a request is taken back. */
export function WithdrawDialog({ invoice, onClose, onConfirm }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      isOpen={invoice !== undefined}
      onClose={onClose}
      title="撤回这次申请？"
      confirmLabel="撤回申请"
      onConfirm={async () => {
        if (invoice) await onConfirm(invoice)
      }}
    >
      <p>撤回后不再开具，里面的订单可以重新申请。</p>
    </ConfirmDialog>
  )
}
