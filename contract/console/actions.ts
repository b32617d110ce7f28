import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { PERMISSIONS } from './staff/roles.ts'
import { actionOutcome } from './shapes.ts'

const field = z.object({
  /** The key in `given`. */
  name: z.string(),
  label: z.string(),
  help: z.string(),
  isRequired: z.boolean(),
  /** Of an optional field that some cases need: when it may be left empty, a clause. */
  optionalWhen: z.optional(z.string()),
  /**
   * `switch`: given as '' or left out; `number`: digits; `choice`: one of `choices`; `choices`: several, separated
   * by commas; `secret`: a text that is not shown; `upload`: the id that `uploadInvoiceFile` answered.
   */
  kind: z.enum(['text', 'number', 'choice', 'choices', 'switch', 'email', 'secret', 'upload']),
  choices: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  min: z.optional(z.int()),
  max: z.optional(z.int()),
})
export type ActionField = z.output<typeof field>

const form = z.object({
  /** The command's name, for example `orders refund`. */
  command: z.string(),
  title: z.string(),
  summary: z.string(),
  notes: z.array(z.string()),
  permission: z.enum(PERMISSIONS),
  needsConfirmation: z.boolean(),
  /** False: it runs at once. */
  hasPreview: z.boolean(),
  fields: z.array(field),
  /** The page of the console with a form of its own for it; absent: the fields are the form. */
  ownForm: z.optional(z.string()),
})
export type ActionForm = z.output<typeof form>

/** The actions of this operator's role, in groups. */
export const listActionForms = consoleCall({
  method: 'GET',
  path: '/api/console/actions',
  access: 'operator',
  input: () => z.object({}),
  output: () =>
    z.object({ groups: z.array(z.object({ title: z.string(), forms: z.array(form) })) }),
})

/**
 * Runs an action of the command line. Without a mark it answers with a preview and its mark; with that mark it acts,
 * once. Where the state changed meanwhile it answers with the new preview. Actions that change nothing of weight
 * run at once. Beyond the operator's daily sum, or when two have to agree whatever the sum, it waits for a signature.
 * A mark is good for 15 minutes and one time: ACTION_REPEATED. Wrong input is VALIDATION, whose fields are the form's.
 */
export const act = consoleCall({
  method: 'POST',
  path: '/api/console/actions',
  // the action's own permission counts
  access: 'operator',
  input: () =>
    z.object({
      command: z.string().check(z.maxLength(60)),
      given: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(8000))),
      mark: z.nullable(z.string().check(z.maxLength(200))),
    }),
  output: () => actionOutcome,
})
