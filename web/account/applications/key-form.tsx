import * as z from 'zod/mini'
import * as apiKeys from '#contract/account/api-keys.ts'
import { apiKeyFields } from '#contract/account/api-key-fields.ts'
import { call } from '../../lib/call/call.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Field, FieldFrame } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'
import type { UsableApplication } from './use-applications.ts'

const fields = apiKeyFields()
/** The server checks the range of the limit. */
const keyForm = z.object({
  // without a choice the field is not sent
  applicationId: z.string('请选择应用'),
  name: fields.name,
  monthlyLimit: z.string().check(z.regex(/^[\d０-９,，\s]*$/, '每月上限须为整数')),
})

interface KeyFormProps {
  email: string
  applications: readonly UsableApplication[]
  onMade: (key: string) => void
  onCancel: () => void
}

/** What the user chooses of a new API key. */
export function KeyForm({ email, applications, onMade, onCancel }: KeyFormProps) {
  const { creditUnit } = useSite()
  const [first] = applications
  const { callWithFreshLogin, dialog } = useFreshLogin(email)

  async function handleSubmit({ monthlyLimit, ...chosen }: z.output<typeof keyForm>) {
    const request = { ...chosen, monthlyLimit: readLimit(monthlyLimit) }
    const made = await callWithFreshLogin(() =>
      call(apiKeys.createApiKey, request, { isQuiet: true }),
    )
    if (made) onMade(made.key)
  }

  return (
    <>
      <Form schema={keyForm} onSubmit={handleSubmit}>
        {applications.length > 1 ? (
          <FieldFrame name="applicationId" label="应用">
            {(input) => (
              <select className="input" defaultValue="" {...input}>
                <option value="" disabled>
                  请选择应用
                </option>
                {applications.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        ) : (
          <p>
            用于“{first?.name}”。
            <input type="hidden" name="applicationId" value={first?.id} />
          </p>
        )}
        <Field
          name="name"
          label="名称"
          autoComplete="off"
          maxLength={40}
          hint="写明用途，例如“批处理脚本”"
        />
        <Field
          name="monthlyLimit"
          label={`每月最多使用的${creditUnit}（选填）`}
          autoComplete="off"
          inputMode="numeric"
          maxLength={20}
          hint="不填则不限。任务超出预留的部分照常扣除并计入当月；退回的部分从扣除的月份中减去"
        />
        <SubmitButton>新建</SubmitButton>
        <Button isWide onClick={onCancel}>
          取消
        </Button>
      </Form>
      {dialog}
    </>
  )
}

/** A limit as people type it: full-width digits, grouped by commas or spaces. Null: none. */
function readLimit(typed: string): number | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]/g, '')
  return digits === '' ? null : Number(digits)
}
