import { UndoEmailPanel } from '../email/undo-email-panel.tsx'
import { RefuseLoginPanel } from '../login/refuse-login-panel.tsx'
import { NewPasswordPanel } from './new-password-panel.tsx'
import type { ResetState } from './reset-state.ts'

const PANELS = {
  token: NewPasswordPanel,
  undo: UndoEmailPanel,
  'not-me': RefuseLoginPanel,
}

/** What a mailed link opens. */
export function MailedLinkPanel({ kind, token }: NonNullable<ResetState['link']>) {
  const Panel = PANELS[kind]
  return <Panel key={kind} token={token} />
}
