import type { ReactNode } from 'react'
import type { UsageRecord } from '#contract/credit/usage.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

/** One charge or hold; opened it tells what was measured, held and given back. */
export function RecordLine({ record }: { record: UsageRecord }) {
  const { state, reason, application, key, createdAt, amount, reversed, balanceAfter } = record
  const isCharge = state === 'charged'
  return (
    <details className="record">
      <summary>
        <span className="record-what">
          <strong>{reason}</strong> <StateTag record={record} />
          <small>
            <TimeText iso={createdAt} />
            &nbsp;· {application}&nbsp;· {key ? `密钥“${key.name || key.hint}”` : '应用内'}
          </small>
        </span>
        <span className="record-held">{heldText(record)}</span>
        <span className="record-sum">{isCharge ? formatCredit(reversed - amount) : '未扣'}</span>
        <span className="record-rest">{balanceAfter !== null && formatCredit(balanceAfter)}</span>
        <Icon name="down" />
      </summary>
      <div className="record-more">
        <Usage record={record} />
        <Amounts record={record} />
        <Reversals record={record} />
      </div>
    </details>
  )
}

function StateTag({ record: { state, amount, reversed } }: { record: UsageRecord }) {
  if (state === 'open')
    return (
      <span className="tag" data-state="processing">
        进行中
      </span>
    )
  if (state !== 'charged')
    return (
      <span className="tag" data-state="cancelled">
        未扣费
      </span>
    )
  if (reversed === 0) return null
  return (
    <span className="tag" data-state={reversed < amount ? 'partially_refunded' : 'refunded'}>
      {reversed < amount ? `已退回 ${formatCredit(reversed)}` : '已全部退回'}
    </span>
  )
}

/** What was held, and what came back when it ended. */
function heldText({ state, held, amount }: UsageRecord): string {
  if (held === null) return '直接扣费'
  const text = `预留 ${formatCredit(held)}`
  if (state === 'open') return text
  if (state !== 'charged') return `${text}，全部退回`
  return held > amount ? `${text}，退回 ${formatCredit(held - amount)}` : text
}

/** What the tool measured, in its own words and order. */
function Usage({ record: { measured = [] } }: { record: UsageRecord }) {
  return (
    <Part title="用量">
      {measured.length === 0 ? (
        <p className="faint">工具未提供用量明细。</p>
      ) : (
        <dl className="facts">
          {measured.map(({ label, value }) => (
            <Fact key={label} name={label}>
              {typeof value === 'number' ? value.toLocaleString('zh-CN') : value}
            </Fact>
          ))}
        </dl>
      )}
    </Part>
  )
}

function Amounts({ record }: { record: UsageRecord }) {
  const { id, state, held, amount, owed, expiresAt, application, applicationUrl } = record
  return (
    <Part title={held === null ? '扣费' : '预留与扣费'}>
      <dl className="facts">
        {held !== null && <Fact name="预留">{formatCredit(held)}</Fact>}
        {state === 'charged' && <Fact name="实际扣除">{formatCredit(amount)}</Fact>}
        {owed > 0 && <Fact name="其中欠额">{formatCredit(owed)}</Fact>}
        {expiresAt !== null && (
          <Fact name="最迟退回">
            <TimeText iso={expiresAt} />
          </Fact>
        )}
        {state === 'released' && <Fact name="结果">未扣费，预留已退回</Fact>}
        {state === 'expired' && <Fact name="结果">到期未扣费，预留已退回</Fact>}
        {applicationUrl !== undefined && (
          <Fact name="工具">
            <a href={applicationUrl} target="_blank" rel="noreferrer">
              {application}
            </a>
          </Fact>
        )}
        <Fact name="编号">
          <CopyButton text={id} what="编号" />
        </Fact>
      </dl>
    </Part>
  )
}

function Reversals({ record: { reversals } }: { record: UsageRecord }) {
  return reversals.map(({ id, amount, reason, createdAt }) => (
    <Part key={id} title="退回">
      <dl className="facts">
        <Fact name="数量">{formatCredit(amount)}</Fact>
        <Fact name="原因">{reason}</Fact>
        <Fact name="时间">
          <TimeText iso={createdAt} />
        </Fact>
      </dl>
    </Part>
  ))
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
