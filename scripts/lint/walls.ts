import type { OxlintOverride } from 'oxlint'

type Wall = [files: string[], regex: string, reason: string]

/** Everything in these folders, however an import spells it: upwards, from any depth, or by its alias. */
function within(names: string): string {
  return `^((\\.\\./)+|#(server|web)/)(${names})/`
}

/** Each room of a feature imports only the rooms named before it; those that stand together import each other. */
function roomsInOrder(feature: string, layers: readonly (string | readonly string[])[]): Wall[] {
  const rooms = layers.map((layer) => [layer].flat())
  const order = rooms.map((names) => names.join(', ')).join(' <- ')
  return rooms.slice(0, -1).map((names, index) => [
    names.map((name) => `${feature}/${name}`),
    `^\\.\\./(${rooms
      .slice(index + 1)
      .flat()
      .join('|')})/`,
    `rooms of ${feature}/ import in one direction: ${order}; pass a function in instead`,
  ])
}

/** What a folder never imports, and why: the map of ARCHITECTURE.md, enforced. Of several that fit a file all hold. */
const walls: Wall[] = [
  [
    ['contract'],
    String.raw`^([^.z#]|#[^c]|zod$|\.\./(\.\.|bench|e2e|faults|harness|sandbox|scripts|server|web)/)`,
    'both sides read contract/: it imports zod/mini and itself only',
  ],
  [
    ['web'],
    '^(#|(\\.\\./)+)(server|sandbox)/|^node:',
    'web/ reaches the server through contract/ only',
  ],
  [
    ['console'],
    '^(#|(\\.\\./)+)(server|sandbox|harness|tools|scripts)/|^(#|(\\.\\./)+)web/(account|credit|mock|recharge|shell|site|boot|main|router|routes)|^node:',
    'the console is a bundle of its own: it uses the kit of web/ (ui, lib, styles) and reaches the server through contract/console only',
  ],
  [
    ['web', 'sandbox', 'tools'],
    '^(#|(\\.\\./)+)console/',
    'nothing uses the browser side of the console',
  ],
  [
    ['server'],
    '^(#|(\\.\\./)+)(web|sandbox|harness)/|^react',
    'server/ knows neither web/ nor sandbox/; harness/ starts it, for tests',
  ],
  [
    ['harness'],
    '^(\\.\\./)+(bench|faults|e2e|scripts)/',
    'harness/ is what bench/, faults/, e2e/ and tests share: it imports none of them',
  ],
  [
    ['sandbox'],
    '^(#|(\\.\\./)+)(web|server|contract)/',
    'the sandbox is a program of its own: it stands in for Stripe',
  ],
  [
    ['tools'],
    '^(#|(\\.\\./)+)(bench|contract|e2e|faults|harness|sandbox|scripts|server|web)/',
    'the tools site is a program of its own: it reaches the shop as any application does, by /api/v1 and OpenID; its style sheet alone shares the kit of web/',
  ],
  [
    ['tools/browser', 'tools/wire'],
    '^node:|^(\\.\\./)+(api|chat|pages|pictures|shop|sign-on)/',
    'what browser and server of the tools site share is in wire/',
  ],
  [
    ['bench', 'contract', 'faults', 'harness', 'sandbox', 'server', 'web'],
    '^(\\.\\./)+tools/',
    'nothing uses the tools site: it is started as a program',
  ],
  [
    ['web', 'console', 'server', 'sandbox', 'scripts', 'tools'],
    '^zod$',
    'one library in one form: zod/mini',
  ],
  [
    [
      'web/account',
      'web/credit',
      'web/recharge',
      'web/site',
      'web/shell',
      'web/ui',
      'web/lib',
      'web/mock',
    ],
    String.raw`^(\.\./)+routes\.ts$`,
    'a page that imported the table of pages would import itself: contract/addresses.ts has the rest',
  ],
  [
    ['web/ui', 'web/lib'],
    within('account|credit|recharge|site|shell'),
    'ui/ and lib/ know no feature',
  ],
  [
    [
      'server/alerts',
      'server/db',
      'server/gateways',
      'server/http',
      'server/jobs',
      'server/lib',
      'server/mail',
    ],
    within('account|applications|credit|recharge|site'),
    'what features stand on knows no feature',
  ],
  [
    ['server/account'],
    within('applications|credit|recharge|site'),
    'features do not import each other',
  ],
  [
    ['server/applications'],
    within('account|recharge|site'),
    'applications/ uses credit/; other features do not import each other',
  ],
  [
    ['web/account'],
    within('recharge/(center|checkout|orders|plans|result)|site'),
    'features do not import each other, except that account/ shows the balance of credit/ and open orders of recharge/',
  ],
  [
    ['server/credit'],
    within('account|applications|recharge|site'),
    'credit/ knows no order: a movement has a plain reference, and recharge/ uses credit/',
  ],
  [
    ['web/credit'],
    within('account|recharge|site|shell'),
    'credit/ knows no order: an entry has a plain reference; account/ and recharge/ use credit/',
  ],
  ...roomsInOrder('web/recharge', [
    'plans',
    'open-orders',
    'orders',
    'center',
    'result',
    'checkout',
  ]),
  ...roomsInOrder('server/recharge', ['plans', ['orders', 'refunds', 'payments'], 'checks']),
  [
    ['server/recharge', 'web/recharge'],
    within('account|applications|site'),
    'features do not import each other',
  ],
  [
    ['server/site'],
    within('account|applications|credit|recharge'),
    'features do not import each other',
  ],
  [
    ['web/site'],
    within('account|credit|recharge/(center|checkout|open-orders|orders|result)'),
    'features do not import each other, except that site/ shows the plans of recharge/',
  ],
]

const outside: Wall = [
  ['server'],
  '^(stripe|nodemailer|altcha-lib)(/|$)',
  'only gateways/ knows an outside service',
]
const driver: Wall = [['server'], '^pg(/|$)', 'only db/ speaks to the driver']

const operator: Wall = [
  ['server'],
  String.raw`^(\./|(\.\./)+|#server/)operator/`,
  'operator/ uses all, and nothing but console/ and the start of the process uses it',
]
const operatorConsole: Wall = [
  ['server'],
  String.raw`^(\./|(\.\./)+|#server/)console/`,
  'console/ uses all, and nothing but the start of the process uses it',
]

/** Walls with gates: the folders that they let through. */
const gates: [wall: Wall, folders: string[]][] = [
  [outside, ['server/gateways']],
  [driver, ['server/db']],
  [operator, ['server/console', 'server/process/start']],
  [operatorConsole, ['server/process/start']],
]

/** Later overrides replace earlier ones, so each folder gets the sum of the walls around it. */
function wallsOf(folder: string): OxlintOverride {
  const closed = gates.filter(([, through]) => !through.includes(folder)).map(([wall]) => wall)
  const around = [...walls, ...closed].filter(([names]) =>
    names.some((wall) => folder === wall || folder.startsWith(`${wall}/`)),
  )
  return {
    files: [`${folder}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: around.map(([, regex, message]) => ({ regex, message })) },
      ],
    },
  }
}

const folders = [
  ...new Set([
    ...walls.flatMap(([names]) => names),
    ...gates.flatMap(([, through]) => through),
    'server',
  ]),
]

/** The walls of each folder, from the outside in: `server` before `server/account`. */
export const wallOverrides: OxlintOverride[] = folders
  .toSorted((a, b) => a.length - b.length)
  .map(wallsOf)
