/** Lint rules of this repository; the parts of oxlint's API that they use. */
interface Node {
  type: string
}

interface Named extends Node {
  name?: string
}

interface TaggedTemplate extends Node {
  tag: Named
}

interface Member extends Node {
  object: Named
  property: Named
}

interface Call extends Node {
  callee: Named & { property?: Named }
  arguments: readonly (Node & { value?: unknown })[]
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

/** Template tags of statements, from `server/db/sql.ts`. */
const SQL_TAG = /^(sql|tx)$/
/** Functions of node:crypto and WebCrypto that take the name of a hash first. */
const HASHING = /^(createHash|createHmac|createSign|createVerify|hash|hkdf|hkdfSync|digest)$/
/** Names of hashes with known collisions, also within those of signatures such as RSA-SHA1. */
const WEAK_HASH = /(^|\W)(md[245]|sha-?1|ripemd(160)?|rmd160)($|\W)/i

export default {
  meta: { name: 'house' },
  rules: {
    'sql-in-stores': {
      create: (context: Context) => ({
        TaggedTemplateExpression(node: TaggedTemplate) {
          if (node.tag.type !== 'Identifier' || !SQL_TAG.test(node.tag.name ?? '')) return
          context.report({
            node,
            message: 'SQL stands in *.store.ts alone: give this statement a name there',
          })
        },
      }),
    },
    'random-from-crypto': {
      create: (context: Context) => ({
        MemberExpression(node: Member) {
          if (node.object.name !== 'Math' || node.property.name !== 'random') return
          context.report({
            node,
            message: 'Math.random can be predicted: take node:crypto, or crypto in the browser',
          })
        },
      }),
    },
    'no-weak-hash': {
      create: (context: Context) => ({
        CallExpression(node: Call) {
          const {
            callee,
            arguments: [first],
          } = node
          const name = callee.property?.name ?? callee.name ?? ''
          if (!HASHING.test(name) || typeof first?.value !== 'string') return
          if (!WEAK_HASH.test(first.value)) return
          context.report({ node, message: `${first.value} has collisions: take sha256` })
        },
      }),
    },
  },
}
