import { useState } from 'react'
import {
  TITLE_KIND_LABELS,
  TITLE_KINDS,
  taxNumber,
  type TitleKind,
} from '#contract/invoices/invoice-fields.ts'
import { Field } from '../../ui/form/field.tsx'

interface TitleFieldsProps {
  /** No saved titles are offered beside them. */
  isAlone: boolean
}

/** The fields of a new title. */
export function TitleFields({ isAlone }: TitleFieldsProps) {
  const [kind, setKind] = useState<TitleKind>('company')
  return (
    <>
      <fieldset className="kind-choice">
        <legend className={isAlone ? undefined : 'unseen'}>抬头类型</legend>
        <div>
          {TITLE_KINDS.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="kind"
                value={each}
                checked={kind === each}
                onChange={() => setKind(each)}
              />
              {TITLE_KIND_LABELS[each]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        name="name"
        label="抬头"
        autoComplete={kind === 'company' ? 'organization' : 'name'}
        maxLength={200}
        hint={kind === 'company' ? '与营业执照上的全称一致' : undefined}
      />
      {kind === 'company' && <TaxNumberField />}
    </>
  )
}

/** Checked as soon as it is left, and then written as it will be printed. */
function TaxNumberField() {
  const [error, setError] = useState<string>()
  return (
    <Field
      name="taxNumber"
      label="税号"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      hint="统一社会信用代码，18 位"
      error={error}
      onInput={() => setError(undefined)}
      onBlur={({ currentTarget: input }) => {
        if (input.value.trim() === '') return setError(undefined)
        const { success, data, error: wrong } = taxNumber.safeParse(input.value)
        if (success) input.value = data
        setError(success ? undefined : wrong.issues[0]?.message)
      }}
    />
  )
}
