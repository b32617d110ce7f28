import type { UserDetail } from '#contract/console/users.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { TimeText } from '#web/ui/display/time-text.tsx'
import { orderHref } from '../lib/console-href.ts'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'
import { now } from '#web/lib/clock.ts'

type Lot = UserDetail['lots'][number]

const DAY_MS = 86_400_000
/** Lots that end within these days say so. */
const SOON_DAYS = 30

const COLUMNS = [
  { head: '批次' },
  { head: '到账', className: 'right wide-only' },
  { head: '已用', className: 'right wide-only' },
  { head: '剩余', className: 'right' },
  { head: '到期' },
]

/** The balance by its lots, in the order in which they are spent. */
export function UserLots({ detail: { lots, credit } }: { detail: UserDetail }) {
  return (
    <Panel
      title="积分分批"
      aside={
        <span className="faint">
          余额 <Credit credit={credit.balance} />
          ，先扣快到期的，同时到期的先扣赠送的
        </span>
      }
    >
      {lots.length === 0 ? (
        <PanelNone>没有积分。</PanelNone>
      ) : (
        <>
          <LotBar lots={lots.map((lot, at) => ({ ...lot, at }))} />
          <MiniTable caption="积分分批，按使用的先后" columns={COLUMNS}>
            {lots.map((lot, at) => (
              <LotRow key={lot.id} lot={lot} at={at} />
            ))}
          </MiniTable>
        </>
      )}
    </Panel>
  )
}

function LotRow({ lot, at }: { lot: Lot; at: number }) {
  const { kind, granted, remaining, expiresAt } = lot
  const isDebt = kind === 'debt'
  return (
    <tr>
      <td className="wrap-text">
        <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true">
          {isDebt ? (
            <rect className="tone-bad" width="10" height="10" />
          ) : (
            <LotMark at={at} width={10} height={10} />
          )}
        </svg>{' '}
        <LotName lot={lot} />
      </td>
      <td className="right wide-only">{isDebt ? '–' : <Credit credit={granted} />}</td>
      <td className="right wide-only">{isDebt ? '–' : <Credit credit={granted - remaining} />}</td>
      <td className="right">
        <Credit credit={remaining} />
      </td>
      <td>{isDebt ? '–' : <LotEnd expiresAt={expiresAt} />}</td>
    </tr>
  )
}

function LotName({ lot: { kind, orderNo, planName } }: { lot: Lot }) {
  if (kind === 'debt') return '欠额'
  const name = [planName, planName !== null && kind === 'purchase' ? '' : CREDIT_ENTRY_LABELS[kind]]
  const text = name.filter(Boolean).join(' ')
  return orderNo === null ? text : <Link to={orderHref(orderNo)}>{text}</Link>
}

function LotEnd({ expiresAt }: Pick<Lot, 'expiresAt'>) {
  if (expiresAt === null) return '永久'
  const days = Math.ceil((Date.parse(expiresAt) - now()) / DAY_MS)
  return (
    <>
      <TimeText iso={expiresAt} style="date" />
      {days > 0 && days <= SOON_DAYS && <small className="soon"> {days} 天后</small>}
    </>
  )
}

/** How the balance is made of its lots; `at`: the place of each in the table. */
function LotBar({ lots }: { lots: readonly (Lot & { at: number })[] }) {
  const full = lots.filter(({ remaining }) => remaining > 0)
  const sum = sumOf(full)
  if (sum === 0) return null
  return (
    <div className="panel-body">
      <svg
        className="meter"
        viewBox={`0 0 ${sum} 4`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`余额由 ${full.length} 批组成`}
      >
        {full.map(({ id, remaining, at }, place) => (
          <LotMark key={id} at={at} x={sumOf(full.slice(0, place))} width={remaining} height={4} />
        ))}
      </svg>
    </div>
  )
}

function sumOf(lots: readonly Lot[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

const TONES = 4
/** The stripes across a lot after each round of tones, as shares of the height: which of twelve lots is which stays visible. */
const STRIPES: readonly (readonly [from: number, size: number][])[] = [
  [],
  [[0.36, 0.28]],
  [
    [0.2, 0.2],
    [0.6, 0.2],
  ],
]

interface LotMarkProps {
  /** The place of the lot, from 0. */
  at: number
  x?: number
  width: number
  height: number
}

/** A rectangle in the tone and stripes of a lot. */
function LotMark({ at, x = 0, width, height }: LotMarkProps) {
  const stripes = STRIPES[Math.floor(at / TONES) % STRIPES.length] ?? []
  return (
    <>
      <rect className={`tone-${(at % TONES) + 1}`} x={x} width={width} height={height} />
      {stripes.map(([from, size]) => (
        <rect
          key={from}
          className="tone-stripe"
          x={x}
          y={from * height}
          width={width}
          height={size * height}
        />
      ))}
    </>
  )
}
