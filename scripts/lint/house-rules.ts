/** Lint rules of this repository; the parts of oxlint's API that they use. */
interface TaggedTemplate {
  tag: { type: string; name?: string }
}

interface Context {
  report(problem: { node: TaggedTemplate; message: string }): void
}

/** Template tags of statements, from `server/db/sql.ts`. */
const SQL_TAG = /^(sql|tx)$/

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
  },
}
