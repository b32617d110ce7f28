import type { Combo } from '#contract/shapes.ts'
import { Button } from '../../ui/action/button.tsx'

/** In place of the button that buys. */
export function SoldOutButton({ plan }: { plan: Pick<Combo, 'name'> }) {
  return (
    <Button isWide disabled>
      已售罄<span className="unseen">{plan.name}</span>
    </Button>
  )
}
