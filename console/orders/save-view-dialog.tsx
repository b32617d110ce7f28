import * as z from 'zod/mini'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { Ask } from '../frame/ask.tsx'

const LONGEST = 12

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, '请输入名称'),
      z.maxLength(LONGEST, `名称最多 ${LONGEST} 个字`),
    ),
})

interface SaveViewDialogProps {
  onClose: () => void
  onSave: (name: string) => void
}

/** Asks for the name of a view. */
export function SaveViewDialog({ onClose, onSave }: SaveViewDialogProps) {
  return (
    <Ask title="存为视图" onClose={onClose}>
      <Form
        className="ask-form"
        schema={schema}
        onSubmit={({ name }) => {
          onSave(name)
          return Promise.resolve()
        }}
      >
        <div className="ask-body">
          <Field
            name="name"
            label="名称"
            hint="只保存在这个浏览器里，同名的视图会被替换。"
            autoComplete="off"
          />
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <SubmitButton size="small" isWide={false}>
            保存
          </SubmitButton>
        </footer>
      </Form>
    </Ask>
  )
}
