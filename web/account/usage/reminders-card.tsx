import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { readReminders, saveReminders, type Reminders } from '#contract/account/reminders.ts'
import { call } from '../../lib/call/call.ts'
import { useLocation } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { ListCard } from '../frame/list-card.tsx'

const ANCHOR = 'reminders'
/** What the fields suggest before the user has chosen; as much as newcomers are given, where they are. */
const SUGGESTED = { lowCredit: 100, expiringDays: 7 }

/** The mails about low and ending credit; the address `#reminders` scrolls to them. */
export function RemindersCard() {
  const load = useLoad('reminders', (signal) => call(readReminders, {}, { signal, isQuiet: true }))
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useLocation().hash === `#${ANCHOR}`
  const isSettled = load.data !== undefined || load.error !== undefined

  useEffect(() => {
    if (isSettled && isWanted) place.current?.scrollIntoView({ block: 'start' })
  }, [isSettled, isWanted])

  return (
    <div className="reminders" id={ANCHOR} ref={place} aria-busy={!isSettled}>
      <ListCard title="邮件提醒">
        <Loaded load={load} what="邮件提醒" lines={4}>
          {(reminders) => <RemindersForm reminders={reminders} />}
        </Loaded>
      </ListCard>
    </div>
  )
}

const tick = () => z.optional(z.string())
const count = () => z.string().check(z.regex(/^[\d０-９,，\s]*$/, '请填写整数'))

/** The server checks the ranges. */
const reminderForm = z
  .object({
    isLowWanted: tick(),
    lowCredit: count(),
    isExpiringWanted: tick(),
    expiringDays: count(),
  })
  .check(
    z.refine((typed) => !typed.isLowWanted || typed.lowCredit.trim() !== '', {
      ...{ path: ['lowCredit'], message: '请填写低于多少时提醒' },
    }),
    z.refine((typed) => !typed.isExpiringWanted || typed.expiringDays.trim() !== '', {
      ...{ path: ['expiringDays'], message: '请填写提前几天提醒' },
    }),
  )

function RemindersForm({ reminders }: { reminders: Reminders }) {
  const { creditUnit, welcomeCredit } = useSite()
  const { lowCredit, expiringDays } = reminders

  async function handleSubmit(typed: z.output<typeof reminderForm>) {
    const wanted = {
      lowCredit: typed.isLowWanted ? readCount(typed.lowCredit) : null,
      expiringDays: typed.isExpiringWanted ? readCount(typed.expiringDays) : null,
    }
    await call(saveReminders, wanted, { isQuiet: true })
    toast('邮件提醒已保存')
  }

  return (
    <Form className="form reminder-form" schema={reminderForm} onSubmit={handleSubmit}>
      <div className="reminder">
        <Checkbox name="isLowWanted" defaultChecked={lowCredit !== null}>
          可用{creditUnit}不足时发送邮件
        </Checkbox>
        <Field
          name="lowCredit"
          label={`低于多少${creditUnit}时提醒`}
          autoComplete="off"
          inputMode="numeric"
          maxLength={20}
          defaultValue={lowCredit ?? welcomeCredit?.amount ?? SUGGESTED.lowCredit}
          hint="每次低于该数量时发送一封；预留满 10 分钟才计入"
        />
      </div>
      <div className="reminder">
        <Checkbox name="isExpiringWanted" defaultChecked={expiringDays !== null}>
          {creditUnit}即将到期时发送邮件
        </Checkbox>
        <Field
          name="expiringDays"
          label="提前几天提醒"
          autoComplete="off"
          inputMode="numeric"
          maxLength={20}
          defaultValue={expiringDays ?? SUGGESTED.expiringDays}
          hint="每天上午 9 点检查，同一批只提醒一次"
        />
      </div>
      <SubmitButton isWide={false}>保存</SubmitButton>
    </Form>
  )
}

/** A number as people type it: full-width digits, grouped by commas or spaces. */
function readCount(typed: string): number {
  return Number(typed.normalize('NFKC').replaceAll(/[\s,]/g, ''))
}
