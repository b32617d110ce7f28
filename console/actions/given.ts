import * as z from 'zod/mini'
import type { ActionField, ActionForm } from '#contract/console/actions.ts'

/** Values of an action's fields by their names; a switch that is on is ''. */
export type Given = Readonly<Record<string, string>>

/** Texts that the dialog offers for its fields, by their names. */
export type FieldSuggestions = Readonly<Record<string, readonly string[]>>

/** The value of an upload field while its file is sent. */
export const UPLOADING = 'uploading'

/** What the browser can check of an action's fields; the server checks all. */
export function givenSchema({ fields }: ActionForm) {
  return z.object(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])))
}

function schemaOf({ label, isRequired, kind, min, max }: ActionField) {
  if (kind === 'switch') return z.optional(z.string())
  const text = z._default(z.string(), '').check(
    z.trim(),
    z.refine((value) => !isRequired || value !== '', {
      error: kind === 'choice' || kind === 'upload' ? `请选择${label}` : `请输入${label}`,
      abort: true,
    }),
  )
  if (kind === 'upload')
    return text.check(z.refine((value) => value !== UPLOADING, { error: '还在上传，请稍候' }))
  if (kind !== 'number') return text
  return text.check(
    z.refine((value) => value === '' || /^-?\d+$/.test(value), {
      error: `${label}只能是整数`,
      abort: true,
    }),
    z.refine((value) => value === '' || min === undefined || Number(value) >= min, {
      error: `${label}不能小于 ${min}`,
    }),
    z.refine((value) => value === '' || max === undefined || Number(value) <= max, {
      error: `${label}不能大于 ${max}`,
    }),
  )
}

/** What was typed, as the command line would get it: empty fields are left out, and a switch is ''. */
export function givenOf(
  { fields }: ActionForm,
  typed: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given: Record<string, string> = {}
  for (const { name, kind } of fields) {
    const value = typed[name]
    if (value === undefined) continue
    if (kind === 'switch') given[name] = ''
    else if (value !== '') given[name] = value
  }
  return given
}
