import { removePasskey, removeTotp, renewRecoveryCodes } from '#contract/account/second-factor.ts'
import { call } from '../../lib/call/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { useStep } from '../../ui/action/use-step.ts'
import { StepNote } from '../../ui/feedback/step-note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { FactorChange } from './use-second-factor.ts'

/** What the user is about to take away; `isLast`: two-step verification ends with it. */
export type Removal =
  | { what: 'passkey'; id: string; name: string; isLast: boolean }
  | { what: 'totp'; isLast: boolean }
  | { what: 'codes' }

interface RemoveDialogProps {
  removal: Removal
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  onDone: (change: FactorChange, sentence: string) => void
  onClose: () => void
}

/** Asks before a factor or the recovery codes are taken away. */
export function RemoveDialog({ removal, callWithFreshLogin, onDone, onClose }: RemoveDialogProps) {
  const { title, sentence, done, label } = wordsOf(removal)
  const { isBusy, message, run } = useStep(async () => {
    const change = await callWithFreshLogin(() => remove(removal))
    if (change) onDone(change, done)
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button kind="danger" isBusy={isBusy} onClick={run}>
            {label}
          </Button>
        </>
      }
    >
      <p>{sentence}</p>
      <StepNote message={message} />
    </Dialog>
  )
}

function remove(removal: Removal): Promise<FactorChange> {
  const quiet = { isQuiet: true }
  if (removal.what === 'passkey') return call(removePasskey, { id: removal.id }, quiet)
  return call(removal.what === 'totp' ? removeTotp : renewRecoveryCodes, {}, quiet)
}

function wordsOf(removal: Removal) {
  if (removal.what === 'codes') {
    return {
      title: '更换全部恢复码？',
      sentence: '当前的恢复码立即作废，并生成 10 个新的。',
      done: '恢复码已更换',
      label: '更换',
    }
  }
  const ending = removal.isLast
    ? '这是最后一种验证方式：删除后两步验证关闭，恢复码作废，仅凭密码即可登录。其他设备将退出登录。'
    : '删除后不能再用于登录，其他设备将退出登录。'
  return removal.what === 'totp'
    ? { title: '删除验证器？', sentence: ending, done: '验证器已删除', label: '删除' }
    : {
        title: `删除通行密钥“${removal.name}”？`,
        sentence: `${ending}设备或密码管理器中的通行密钥需另行删除。`,
        done: '通行密钥已删除',
        label: '删除',
      }
}
