import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import type { PlanOffer } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { PlanFace } from '#web/ui/display/plan-face.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { PanelNone } from '../panel/panel.tsx'

/** Customers see the number of pieces that are left when it is not more. */
const FEW = 10

interface PlanPreviewProps {
  offer: PlanOffer
  /** Pieces that are taken already. */
  pieces: ConsolePlan['pieces']
}

/** The card of the shop's pages. */
export function PlanPreview({ offer, pieces }: PlanPreviewProps) {
  const site = useConsoleSite()
  const { saleFrom: _, stock, ...terms } = offer
  const left = stock === undefined ? undefined : stock - (pieces?.held ?? 0) - (pieces?.sold ?? 0)
  const isSoldOut = left !== undefined && left < offer.minNum
  if (terms.amount === 0 || terms.credit === 0)
    return <PanelNone>填了价格与积分，这里就是顾客看到的卡片。</PanelNone>
  const plan: Combo = {
    ...terms,
    name: terms.name === '' ? '名称' : terms.name,
    ...(isSoldOut && { isSoldOut }),
    ...(left !== undefined && left <= FEW && !isSoldOut && { left }),
  }
  return (
    <div className="plan-preview">
      <PlanFace
        plan={plan}
        site={site}
        action={
          // no button of this page
          <span aria-hidden="true" inert>
            <Button kind={plan.recommended ? 'primary' : 'secondary'} isWide disabled={isSoldOut}>
              {isSoldOut ? '已售罄' : `购买${plan.name}`}
            </Button>
          </span>
        }
      />
    </div>
  )
}
