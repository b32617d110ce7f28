import type { ReactNode } from 'react'
import type { Scene } from '#contract/content/page-content.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { ArcPoints } from '../../ui/icon/arc.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { TranslationDrawing, ReportDrawing } from './paper-drawings.tsx'

/** A picture of a product window in HTML; screen readers get one sentence. */
export function ScenePicture({ scene }: { scene: Scene }) {
  return (
    <div className="picture" role="img" aria-label={scene.label}>
      <svg className="arc picture-arc" viewBox="0 0 600 250" aria-hidden="true">
        <ArcPoints
          middle={300}
          bottom={248}
          reach={284}
          rise={230}
          count={40}
          endRadius={1}
          topRadius={3}
          star={14}
        />
      </svg>
      <div className="window" aria-hidden="true">
        <div className="window-bar">
          <i />
          <i />
          <i />
          <span>{scene.title}</span>
        </div>
        {inside(scene)}
      </div>
    </div>
  )
}

function inside(scene: Scene): ReactNode {
  switch (scene.kind) {
    case 'talk':
      return <Talk {...scene} />
    case 'quote':
      return <Quote {...scene} />
    case 'draft':
      return <Draft {...scene} />
    case 'reading':
      return <Reading {...scene} />
  }
}

type Of<Kind extends Scene['kind']> = Extract<Scene, { kind: Kind }>

function Talk({ turns, list = [], foot, credit }: Of<'talk'>) {
  const { creditUnit } = useSite()
  return (
    <>
      <div className="talk">
        {turns.map(({ isMine, text, source }) => (
          <p key={text} className={isMine ? 'bubble mine' : 'bubble'}>
            {text}
            {source !== undefined && <small>{source}</small>}
          </p>
        ))}
        {list.length > 0 && (
          <ul className="talk-list">
            {list.map((line) => (
              <li key={line}>
                <Icon name="check" />
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="window-foot">
        <span>{foot}</span>
        <span className="composer">
          <Icon name="up" />
        </span>
        <span>
          本次 <b>{formatCredit(credit)}</b> {creditUnit}
        </span>
      </div>
    </>
  )
}

function Quote({ facts, creditLabel, credit, terms }: Of<'quote'>) {
  const { creditUnit } = useSite()
  return (
    <div className="quote">
      <TranslationDrawing />
      <dl className="facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{creditLabel}</dt>
          <dd>
            {formatCredit(credit)} {creditUnit}
          </dd>
        </div>
      </dl>
      <div className="terms">
        <b>{terms.title}</b>
        {terms.pairs.map(([term, meaning]) => (
          <p key={term}>
            <span>{term}</span>
            <span>{meaning}</span>
          </p>
        ))}
      </div>
    </div>
  )
}

const CHANGES = { kept: 'span', removed: 'del', added: 'ins' } as const

function Draft({ heading, paragraphs, foot, tone }: Of<'draft'>) {
  return (
    <div className="draft">
      <p className="draft-title">{heading}</p>
      {paragraphs.map((parts) => (
        <p key={parts.map(({ text }) => text).join('')}>
          {parts.map(({ change, text }) => {
            const Change = CHANGES[change]
            return <Change key={text}>{text}</Change>
          })}
        </p>
      ))}
      <p className="draft-foot">
        <span>
          {foot}
          <Icon name="check" />
          <Icon name="close" />
        </span>
        <span className="badge">{tone}</span>
      </p>
    </div>
  )
}

const CHART = { width: 320, height: 96, bar: 56 }

function Reading({ question, answer, source, bars }: Of<'reading'>) {
  const most = Math.max(...bars.map(({ value }) => value))
  const step = CHART.width / bars.length
  return (
    <div className="reading">
      <ReportDrawing />
      <div className="talk">
        <p className="bubble mine">{question}</p>
        <p className="bubble">
          {answer}
          <small>{source}</small>
        </p>
        <svg className="bars" viewBox={`0 0 ${CHART.width} ${CHART.height}`}>
          {bars.map(({ name, value }, at) => {
            const height = Math.round((value / most) * (CHART.height - 12))
            return (
              <rect
                key={name}
                className={value === most ? 'fill' : undefined}
                x={at * step + (step - CHART.bar) / 2}
                y={CHART.height - height}
                width={CHART.bar}
                height={height}
                rx="4"
              />
            )
          })}
        </svg>
        <p className="bars-label">
          {bars.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </p>
      </div>
    </div>
  )
}
