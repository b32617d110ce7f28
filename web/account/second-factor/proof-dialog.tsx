import { beginSecondFactorProof, proveSecondFactor } from '#contract/account/second-factor.ts'
import { call } from '../../lib/call/call.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ReauthDialogProps } from '../login/reauth-dialog-props.ts'
import { SecondStep } from './second-step.tsx'

/** Asks for the second factor again, before an action that needs it. */
export function ProofDialog({ isOpen, onClose, onDone }: ReauthDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="请完成两步验证">
      <p>此操作需确认是您本人，验证后 5 分钟内不再询问。</p>
      <SecondStep
        begin={() => call(beginSecondFactorProof, {}, { isQuiet: true })}
        finish={async (proof) => {
          await call(proveSecondFactor, proof, { isQuiet: true })
          onDone()
        }}
        onCancel={onClose}
        cancelLabel="取消"
      />
    </Dialog>
  )
}
