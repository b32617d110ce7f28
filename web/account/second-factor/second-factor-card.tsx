import { useState } from 'react'
import { beginTotpSetup, addPasskey, beginPasskeySetup } from '#contract/account/second-factor.ts'
import { type SecondFactor, shortName } from '#contract/account/second-factor-fields.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { canUsePasskeys, createPasskey } from '../../lib/passkey/passkey.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { useStep } from '../../ui/action/use-step.ts'
import { RecoveryCodes } from '../../ui/display/recovery-codes.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StepNote } from '../../ui/feedback/step-note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'
import { FactorLines } from './factor-lines.tsx'
import { NewTotpForm } from './new-totp-form.tsx'
import { type Removal, RemoveDialog } from './remove-dialog.tsx'
import { type FactorChange, useSecondFactor } from './use-second-factor.ts'
import * as z from 'zod/mini'
import { browserName } from '../../lib/passkey/browser-name.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'

type NewTotp = OutputOf<typeof beginTotpSetup>

/** The user's second factor: set up, add, remove. */
export function SecondFactorCard({ email }: { email: string }) {
  const { name } = useSite()
  const load = useSecondFactor()
  const [isAdding, setIsAdding] = useState(false)
  const [totp, setTotp] = useState<NewTotp>()
  const [removal, setRemoval] = useState<Removal>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { callWithFreshLogin, dialog } = useFreshLogin(email)
  const setup = useStep(async () => {
    setTotp(await callWithFreshLogin(() => call(beginTotpSetup, {}, { isQuiet: true })))
  })

  function show({ secondFactor, recoveryCodes }: FactorChange, sentence: string) {
    load.replace(secondFactor)
    setIsAdding(false)
    setTotp(undefined)
    setRemoval(undefined)
    setCodes(recoveryCodes)
    toast(sentence)
  }

  /** An answer may have been lost: what is set up by now is read again. */
  function close() {
    setIsAdding(false)
    setTotp(undefined)
    load.reload()
  }

  const buttons = ({ totp: current }: SecondFactor) => (
    <div className="factor-actions">
      <Button isBusy={setup.isBusy} icon="device" onClick={setup.run}>
        {current ? '更换验证器' : '设置验证器'}
      </Button>
      {canUsePasskeys() && (
        <Button icon="key" onClick={() => setIsAdding(true)}>
          添加通行密钥
        </Button>
      )}
    </div>
  )

  return (
    <div className="factor-card">
      <ListCard title="两步验证">
        <Loaded load={load} what="两步验证" lines={2}>
          {(secondFactor) => (
            <>
              {secondFactor.since === null ? (
                <p className="soft">
                  尚未开启。开启后，登录时除密码外，还需用通行密钥（指纹、面容或安全钥匙）或手机上的验证器确认，密码泄露后他人也无法登录。
                </p>
              ) : (
                <FactorLines secondFactor={secondFactor} onRemove={setRemoval} />
              )}
              <StepNote message={setup.message} />
              <div className="card-foot">
                <p className="hint">
                  {secondFactor.since === null
                    ? '首次开启会生成 10 个恢复码，其他设备将退出登录。'
                    : '修改邮箱、新建密钥、退出其他设备、注销账户和修改两步验证时，需再次验证。'}
                </p>
                {buttons(secondFactor)}
              </div>
            </>
          )}
        </Loaded>
      </ListCard>
      <Dialog isOpen={isAdding} onClose={close} title="添加通行密钥">
        <NewPasskeyForm
          callWithFreshLogin={callWithFreshLogin}
          onDone={(change) => show(change, '通行密钥已添加')}
          onCancel={close}
        />
      </Dialog>
      <Dialog
        isOpen={totp !== undefined}
        onClose={close}
        title={load.data?.totp ? '更换验证器' : '设置验证器'}
      >
        {totp && (
          <NewTotpForm
            totp={totp}
            callWithFreshLogin={callWithFreshLogin}
            onDone={(change) => show(change, '验证器已设置')}
            onCancel={close}
          />
        )}
      </Dialog>
      {removal && (
        <RemoveDialog
          removal={removal}
          callWithFreshLogin={callWithFreshLogin}
          onDone={show}
          onClose={() => setRemoval(undefined)}
        />
      )}
      <Dialog isOpen={codes !== undefined} onClose={() => setCodes(undefined)} title="保存恢复码">
        {codes && (
          <RecoveryCodes
            codes={codes}
            fileName={`${name} 恢复码.txt`}
            continueLabel="完成"
            onContinue={() => setCodes(undefined)}
          />
        )}
      </Dialog>
      {dialog}
    </div>
  )
}

interface NewPasskeyFormProps {
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  onDone: (change: FactorChange) => void
  onCancel: () => void
}

const typed = z.object({ name: shortName('名称') })

/** Adds a passkey of this device or of a security key. */
function NewPasskeyForm({ callWithFreshLogin, onDone, onCancel }: NewPasskeyFormProps) {
  async function add({ name }: z.output<typeof typed>) {
    const begun = await callWithFreshLogin(() => call(beginPasskeySetup, {}, { isQuiet: true }))
    if (!begun) return
    const response = await createPasskey(begun.options)
    onDone(await call(addPasskey, { name, response }, { isQuiet: true }))
  }
  return (
    <Form schema={typed} onSubmit={add}>
      <Field
        name="name"
        label="名称"
        hint="用于区分，例如“我的手机”。"
        autoComplete="off"
        maxLength={40}
        defaultValue={browserName(navigator.userAgent)}
      />
      <SubmitButton icon="key">添加</SubmitButton>
      <Button isWide onClick={onCancel}>
        取消
      </Button>
    </Form>
  )
}
