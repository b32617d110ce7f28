/** What a dialog that asks the user to confirm again is given. */
export interface ReauthDialogProps {
  email: string
  isOpen: boolean
  onClose: () => void
  /** Called when the user has confirmed. */
  onDone: () => void
}
