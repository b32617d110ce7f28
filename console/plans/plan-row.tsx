import type { DragEvent, KeyboardEvent } from 'react'
import type { ConsolePlan, PlanState } from '#contract/console/plan-shapes.ts'
import { formatCredit, formatMoney } from '#web/lib/format/money.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

interface PlanRowProps {
  plan: ConsolePlan
  /** From 1. */
  place: number
  count: number
  canMove: boolean
  isDragged: boolean
  actions: ActionStarter
  onMove: (by: -1 | 1) => void
  onDragStart: () => void
  onDragOver: (event: DragEvent) => void
  onDragEnd: () => void
}

export function PlanRow({
  plan,
  place,
  count,
  canMove,
  isDragged,
  actions,
  ...move
}: PlanRowProps) {
  const { id, name, amount, currency, originalAmount, credit, bonusCredit, state } = plan
  return (
    <tr
      className={isDragged ? 'is-dragged' : undefined}
      onDragOver={move.onDragOver}
      onDrop={(event) => event.preventDefault()}
    >
      <td className="n-handle">
        {canMove && <Handle name={name} place={place} count={count} {...move} />}
      </td>
      <td className="n-lead cut grows" title={name}>
        <Link className="plan-link" data-row to={consoleHref('/plans/plan', { plan: id })}>
          {name}
        </Link>{' '}
        {plan.badge !== undefined && <Badge>{plan.badge}</Badge>}{' '}
        <small className="faint">{id}</small>
      </td>
      <td className="n-state">
        <span className="tag" data-outcome={PLAN_STATE_OUTCOMES[state]}>
          {PLAN_STATE_LABELS[state]}
        </span>
      </td>
      <td className="n-sum right">
        {originalAmount !== undefined && (
          <del className="faint">
            <span className="unseen">原价 </span>
            {formatMoney(originalAmount, currency)}
          </del>
        )}{' '}
        {formatMoney(amount, currency)}
      </td>
      <td className="n-who">
        {formatCredit(credit)}
        {bonusCredit > 0 && ` + 赠 ${formatCredit(bonusCredit)}`}
        <small className="faint"> {plan.validDays === 0 ? '长期' : `${plan.validDays} 天`}</small>
      </td>
      <td className="n-time">
        <Pieces plan={plan} />
        {plan.limitPerUser !== undefined && (
          <small className="faint"> 每人 {plan.limitPerUser} 份</small>
        )}
      </td>
      <td className="w-late">
        <Period plan={plan} />
      </td>
      <td className="right w-mid">{plan.version}</td>
      <td className="n-actions right">
        <ActionButton
          actions={actions}
          command={state === 'withdrawn' ? 'plans restore' : 'plans withdraw'}
          given={{ plan: id }}
          kind="ghost"
          aria-label={`${state === 'withdrawn' ? '上架' : '下架'}“${name}”`}
        >
          {state === 'withdrawn' ? '上架' : '下架'}
        </ActionButton>
      </td>
    </tr>
  )
}

type HandleProps = Pick<PlanRowProps, 'place' | 'count' | 'onMove' | 'onDragStart' | 'onDragEnd'>

/** Drags its row; its arrow keys move it, and so do its two halves where nothing can be dragged. */
function Handle({ name, place, count, onMove, ...drag }: HandleProps & { name: string }) {
  function move(event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <span className="handle">
      <button
        type="button"
        draggable
        aria-label={`移动“${name}”：第 ${place} 位，共 ${count} 份，用上下箭头`}
        onKeyDown={move}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          drag.onDragStart()
        }}
        onDragEnd={drag.onDragEnd}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <button
        type="button"
        className="handle-step"
        aria-label={`“${name}”上移`}
        aria-disabled={place === 1}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="handle-step is-down"
        aria-label={`“${name}”下移`}
        aria-disabled={place === count}
        onClick={() => onMove(1)}
      >
        <Icon name="up" />
      </button>
    </span>
  )
}

/** What is left of the stock, and how the rest is taken. */
function Pieces({ plan: { stock, pieces } }: { plan: ConsolePlan }) {
  if (stock === undefined || pieces === null) return <Unlimited />
  const { left, held, sold } = pieces
  return (
    <span title={`共 ${stock} 份：售出 ${sold}，待支付 ${held}，余 ${left}`}>
      余 <b className={left < 0 ? 'minus' : undefined}>{formatCredit(left)}</b>
      <small className="faint"> / {formatCredit(stock)}</small>
    </span>
  )
}

function Period({ plan: { saleFrom, saleUntil } }: { plan: ConsolePlan }) {
  const { timeZone } = useConsoleSite()
  const text = (iso: string) => formatTime(iso, 'minute', timeZone)
  if (saleFrom === undefined && saleUntil === undefined) return <Unlimited />
  if (saleUntil === undefined) return `${text(saleFrom!)} 起`
  return `${saleFrom === undefined ? '' : `${text(saleFrom)} `}至 ${text(saleUntil)}`
}

function Unlimited() {
  return <span className="faint">不限</span>
}

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  'on sale': '在售',
  'sold out': '已售罄',
  upcoming: '未开售',
  ended: '已停售',
  withdrawn: '已下架',
}

/** The colour of a state's tag. */
export const PLAN_STATE_OUTCOMES: Readonly<Record<PlanState, string>> = {
  'on sale': 'done',
  'sold out': 'failed',
  upcoming: 'refused',
  ended: 'refused',
  withdrawn: 'refused',
}
