import {
  ConfirmRecoveryPanel,
  KeepFactorPanel,
  StopRecoveryPanel,
} from '../email/recovery-panels.tsx'
import { UndoEmailPanel } from '../email/undo-email-panel.tsx'
import { RefuseLoginPanel } from '../login/refuse-login-panel.tsx'
import type { ResetState } from './reset-state.ts'

const PANELS = {
  undo: UndoEmailPanel,
  stop: StopRecoveryPanel,
  keep: KeepFactorPanel,
  confirm: ConfirmRecoveryPanel,
  'not-me': RefuseLoginPanel,
}

interface MailedLink extends NonNullable<ResetState['link']> {
  kind: keyof typeof PANELS
}

/** What a mailed link opens that does not reset the password. */
export function MailedLinkPanel({ kind, token }: MailedLink) {
  const Panel = PANELS[kind]
  return <Panel key={kind} token={token} />
}
