import { Fragment } from 'react'
import { type Block, type Inline, plainText } from '#contract/content/article.ts'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProductScreen } from '../sections/product-screen.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

interface BlocksProps {
  blocks: readonly Block[]
  /** Accessible name of tables among the blocks. */
  caption: string
}

/** The blocks of a text. Their order never changes, so the index is a stable key. */
export function ArticleBlocks({ blocks, caption }: BlocksProps) {
  return blocks.map((block, at) => <OneBlock key={at} block={block} caption={caption} />)
}

function OneBlock({ block, caption }: { block: Block; caption: string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      )
    case 'heading': {
      const Heading = block.level === 3 ? 'h3' : 'h4'
      return (
        <Heading id={block.id}>
          <Inlines of={block.of} />
        </Heading>
      )
    }
    case 'notice':
      return (
        <Notice>
          <Inlines of={block.of} />
        </Notice>
      )
    case 'code':
      return <Code {...block} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className="bullets">
          {block.items.map((item, at) => (
            <li key={at}>
              <ArticleBlocks blocks={item} caption={caption} />
            </li>
          ))}
        </List>
      )
    }
    case 'steps':
      return <Steps block={block} caption={caption} />
    case 'terms':
      return <Terms block={block} caption={caption} />
    case 'screen':
      return <ProductScreen screen={block.screen} />
    case 'table':
      return <Cells block={block} caption={caption} />
    default:
      return block satisfies never
  }
}

function Steps({ block, caption }: { block: Of<'steps'>; caption: string }) {
  return (
    <ol className="walk">
      {block.items.map(({ title, blocks }, at) => (
        <li key={at}>
          <b aria-hidden="true">{at + 1}</b>
          <div>
            <h3>
              <Inlines of={title} />
            </h3>
            <ArticleBlocks blocks={blocks} caption={caption} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Terms({ block, caption }: { block: Of<'terms'>; caption: string }) {
  return (
    <dl className="terms-list">
      {block.items.map(({ title, blocks }, at) => (
        <div key={at}>
          <dt>
            <Inlines of={title} />
          </dt>
          <dd>
            <ArticleBlocks blocks={blocks} caption={caption} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Cells({ block: { head, rows }, caption }: { block: Of<'table'>; caption: string }) {
  const columns = head.map((name, at): Column<Inline[][]> => ({
    head: plainText(name),
    cell: (row) => (
      <span>
        <Inlines of={row[at] ?? []} />
      </span>
    ),
  }))
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.map(plainText).join('|')}
    />
  )
}

/** A code block with wrapped lines; copying keeps the original lines. */
function Code({ title, text }: Of<'code'>) {
  return (
    <figure className="code night">
      <figcaption>
        {title}
        <CopyButton text={text} what={`${title}里的代码`}>
          复制
        </CopyButton>
      </figcaption>
      <pre>
        <code>
          {text.split(LIT).map((piece, at) => (
            <Fragment key={at}>{at % 2 === 1 ? <Lit piece={piece} /> : piece}</Fragment>
          ))}
        </code>
      </pre>
    </figure>
  )
}

/** Strings and whole-line comments. */
const LIT = /("[^"\n]*"|'[^'\n]*'|^[ \t]*(?:#|\/\/)[^\n]*$)/m

function Lit({ piece }: { piece: string }) {
  return <i className={/^["']/.test(piece) ? 'string' : 'remark'}>{piece}</i>
}

export function Inlines({ of }: { of: readonly Inline[] }) {
  return of.map((part, at) => <OneInline key={at} part={part} />)
}

function OneInline({ part }: { part: Inline }) {
  if (typeof part === 'string') return <Text of={part} />
  switch (part.kind) {
    case 'strong':
      return (
        <strong>
          <Inlines of={part.of} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines of={part.of} />
        </em>
      )
    case 'code':
      return <code>{part.text}</code>
    case 'break':
      return <br />
    case 'link':
      return <ArticleLink to={part.to} of={part.of} />
    default:
      return part satisfies never
  }
}

const ADDRESS = /(https?:\/\/[\w./-]+)/

/** Text in which addresses may break anywhere. */
function Text({ of }: { of: string }) {
  return of.split(ADDRESS).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={at} className="address">
        {piece}
      </span>
    ),
  )
}

function ArticleLink({ to, of }: { to: string; of: readonly Inline[] }) {
  const words = <Inlines of={of} />
  if (/^(#|mailto:)/.test(to)) return <a href={to}>{words}</a>
  return <AnyLink to={to}>{words}</AnyLink>
}
