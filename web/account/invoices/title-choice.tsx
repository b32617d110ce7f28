import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import type { SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { removeInvoiceTitle } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { RadioCards } from '../../ui/form/radio-cards.tsx'

/** The value of the card that is no saved title. */
export const NEW_TITLE = 'new'

interface TitleChoiceProps {
  titles: readonly SavedTitle[]
  chosen: string
  onChange: (id: string) => void
  onRemoved: (id: string) => void
}

/** Saved titles as cards, and one for a new title. */
export function TitleChoice({ titles, chosen, onChange, onRemoved }: TitleChoiceProps) {
  const saved = titles.find(({ id }) => id === chosen)
  const remove = useAction(async () => {
    if (!saved) return
    await call(removeInvoiceTitle, { id: saved.id })
    onRemoved(saved.id)
    toast('抬头已删除')
  })
  return (
    <>
      <RadioCards
        name="saved"
        legend="抬头"
        className="title-choice"
        value={chosen}
        onChange={onChange}
        cards={[
          ...titles.map(({ id, kind, name, taxNumber }) => ({
            value: id,
            children: (
              <>
                <strong>{name}</strong>
                <span>{taxNumber ?? TITLE_KIND_LABELS[kind]}</span>
              </>
            ),
          })),
          {
            value: NEW_TITLE,
            children: (
              <>
                <strong>新的抬头</strong>
                <span>单位或个人</span>
              </>
            ),
          },
        ]}
      />
      {saved && (
        <Button
          kind="ghost"
          size="small"
          icon="bin"
          isBusy={remove.isBusy}
          onClick={remove.run}
          aria-label={`删除选中的抬头“${saved.name}”`}
        >
          删除选中的抬头
        </Button>
      )}
    </>
  )
}
