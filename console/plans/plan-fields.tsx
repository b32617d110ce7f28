import type { ReactNode } from 'react'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, FieldFrame, type FieldProps } from '#web/ui/form/field.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import type { PlanDraft } from './plan-form.ts'

interface PlanFieldsProps {
  /** The values at first. */
  draft: PlanDraft
  isNew: boolean
  pieces: ConsolePlan['pieces']
}

export function PlanFields({ draft, isNew, pieces }: PlanFieldsProps) {
  const { creditUnit, currency, timeZone } = useConsoleSite()
  const of = (name: string) => ({ name, defaultValue: draft[name] ?? '', autoComplete: 'off' })
  const count = (name: string) => ({ ...of(name), inputMode: 'numeric' as const })
  const optional = <span className="faint">可不填</span>
  const zone = `${timeZone} 的时间，不填为不限`
  return (
    <>
      <Group title="卡片上的内容">
        <Field
          label="编号"
          {...of('id')}
          readOnly={!isNew}
          hint={isNew ? '小写字母、数字、连字符；定了就不能再改' : '不能改'}
          spellCheck={false}
        />
        <Field label="名称" {...of('name')} maxLength={40} />
        <Field label="说明" {...of('summary')} maxLength={200} />
        <TextArea label="功能" {...of('features')} hint="一行一条，写在卡片上" />
        <Field label="角标" {...of('badge')} aside={optional} maxLength={20} />
        <Checkbox name="recommended" defaultChecked={draft['recommended'] !== undefined}>
          推荐 <small className="faint">突出显示，也用来举例；最多一份</small>
        </Checkbox>
      </Group>
      <Group title="价格与积分">
        <Field label="价格" {...of('amount')} inputMode="decimal" hint={currency.toUpperCase()} />
        <Field
          label="划线价"
          {...of('originalAmount')}
          inputMode="decimal"
          aside={optional}
          hint="应高于价格"
        />
        <Field label="积分" {...count('credit')} hint={creditUnit} />
        <Field label="赠送积分" {...count('bonusCredit')} hint="没有写 0" />
        <Field label="有效天数" {...count('validDays')} hint="0 是长期有效" />
      </Group>
      <Group title="销售">
        <Field label="最少份数" {...count('minNum')} hint="一次最少买几份" />
        <Field label="最多份数" {...count('maxNum')} hint="一次最多买几份" />
        <Field label="开售" type="datetime-local" {...of('saleFrom')} hint={zone} />
        <Field label="停售" type="datetime-local" {...of('saleUntil')} hint={zone} />
        <Field label="库存" {...count('stock')} hint={stockHint(pieces)} />
        <Field
          label="每人限购"
          {...count('limitPerUser')}
          hint="已支付与待支付的订单一起算，不填为不限"
        />
      </Group>
      <Group title="记录">
        <Field label="原因" name="reason" autoComplete="off" aside={optional} maxLength={200} />
      </Group>
    </>
  )
}

function stockHint(pieces: ConsolePlan['pieces']): string {
  if (pieces === null) return '总共卖几份，不填为不限'
  const { sold, held, left } = pieces
  return `总共卖几份，不填为不限。已售出 ${sold}，待支付 ${held}，余 ${left}`
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel plan-group" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
      </header>
      <div className="plan-group-fields">{children}</div>
    </section>
  )
}

function TextArea({ defaultValue, ...field }: FieldProps & { defaultValue: string }) {
  return (
    <FieldFrame {...field}>
      {(inputProps) => (
        <textarea className="input" rows={5} defaultValue={defaultValue} {...inputProps} />
      )}
    </FieldFrame>
  )
}
