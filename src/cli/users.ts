import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { Authorized, InstanceResource, Role } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import { textTable } from './table.ts';

interface Common {
  data?: string;
  json?: boolean;
}
interface Linking extends Common {
  address: string;
}

export function addUsers(program: Command): void {
  const users = program
    .command('users')
    .description('Accounts, roles, and the links by which people set a password.')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire users add --name "Ana Lima" --email ana@lab.example
  $ voirdire users role ana@lab.example --project heat --role annotator
  $ voirdire users link ana@lab.example --address https://voirdire.lab.example`
    );
  addList(users);
  addAdd(users);
  addRoleCommand(users);
  addLink(users);
  addSetUp(users);
  addStanding(users);
}

/** Commands that open and close accounts and name admins: the same functions as on the page of accounts. */
function addStanding(users: Command): void {
  const standing = (
    name: 'disable' | 'enable' | 'admin',
    description: string,
    said: (email: string, removed: boolean) => string
  ): void => {
    const command = withCommon(users.command(name), `users ${name} ana@lab.example`)
      .description(description)
      .argument('<email>', 'e-mail of the person')
      .action(async (email: string, options: Common & { remove?: boolean }) => {
        const { disablePerson, enablePerson, setAdmin } = await import('../lib/server/auth/accounts/standing.ts');
        const { personByEmail } = await import('../lib/server/people.ts');
        const removed = options.remove === true;
        await withDatabase(options, openExisting, (db, grant) => {
          const { id } = personByEmail(db, grant, email);
          if (name === 'admin') setAdmin(db, grant, id, !removed);
          else (name === 'disable' ? disablePerson : enablePerson)(db, grant, id);
        });
        if (options.json) return printJson({ email, [name]: !removed });
        console.log(said(email, removed));
      });
    if (name === 'admin') command.option('--remove', 'take it away; the last admin stays one');
  };
  standing(
    'disable',
    'Close an account: no sign-in, and its sessions and links end. What the person has done stays.',
    (email) => `${email} is disabled.`
  );
  standing('enable', 'Open a closed account again.', (email) => `${email} is enabled.`);
  standing('admin', 'Make a person an admin of the instance, or no longer one.', (email, removed) =>
    removed ? `${email} no longer administers this instance.` : `${email} administers this instance.`
  );
}

function addList(users: Command): void {
  withCommon(users.command('list'), 'users list')
    .description('List the accounts with their roles.')
    .action(async (options: Common) => {
      const { listAccounts } = await import('../lib/server/people.ts');
      const accounts = await withDatabase(options, openExisting, listAccounts);
      if (options.json) return printJson({ people: accounts });
      console.log(
        accounts.length === 0
          ? 'Nobody has an account yet. Make one with "voirdire users add", or the first admin with "voirdire users set-up".'
          : textTable(
              ['name', 'e-mail', 'admin', 'roles'],
              accounts.map(({ name, email, admin, disabled, roles }) => [
                name,
                email,
                disabled ? 'disabled' : admin ? 'yes' : '',
                roles.map(({ project, role }) => `${role} of ${project}`).join(', ')
              ])
            )
      );
    });
}

function addAdd(users: Command): void {
  withCommon(
    users.command('add'),
    'users add --name "Ana Lima" --email ana@lab.example',
    'users add --name Ada --email ada@lab.example --admin --password-stdin < password.txt'
  )
    .description('Make an account. A password is made and printed, unless one is handed in.')
    .requiredOption('--name <name>', 'name by which others know the person')
    .requiredOption('--email <address>', 'e-mail with which they sign in')
    .option('--admin', 'let them administer the whole instance')
    .option('--password-stdin', 'read the password from the standard input')
    .action(async (options: Common & { name: string; email: string; admin?: boolean; passwordStdin?: boolean }) => {
      const { addUser } = await import('../lib/server/auth/accounts/accounts.ts');
      const { generatePassword } = await import('../lib/server/auth/sign-in/passwords.ts');
      const { name, email, admin = false } = options;
      const given = options.passwordStdin ? await firstLineOfInput() : null;
      const password = given ?? generatePassword();
      await withDatabase(options, openOrCreate, (db) => addUser(db, { name, email, password, admin }));
      if (options.json) return printJson({ name, email, admin, ...(given === null ? { password } : {}) });
      console.log(`${name} (${email}) can sign in${admin ? ' and administers this instance' : ''}.`);
      if (given === null) console.log(`Password: ${password}`);
    });
}

function addRoleCommand(users: Command): void {
  withCommon(users.command('role'), 'users role ana@lab.example --project heat --role annotator')
    .description('Give a person a role in a project, or take it away.')
    .argument('<email>', 'e-mail of the person')
    .requiredOption('--project <slug>', 'project of the role')
    .addOption(
      new Option('--role <role>', 'the role')
        .choices(['annotator', 'reviewer', 'adjudicator', 'lead'])
        .makeOptionMandatory()
    )
    .option('--remove', 'take the role away; what the person has done stays')
    .action(async (email: string, options: Common & { project: string; role: Role; remove?: boolean }) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { personByEmail } = await import('../lib/server/people.ts');
      const { addRole, projectBySlug, removeRole } = await import('../lib/server/projects.ts');
      const { project: slug, role, remove = false } = options;
      await withDatabase(options, openExisting, (db, administer) => {
        const { id } = personByEmail(db, administer, email);
        const grant = authorize(operator, { kind: 'project', id: projectBySlug(db, slug).id }, 'manage');
        (remove ? removeRole : addRole)(db, grant, id, role);
      });
      if (options.json) return printJson({ email, project: slug, role, held: !remove });
      console.log(`${email} is ${remove ? 'no longer' : 'now'} ${role} of ${slug}.`);
    });
}

function addLink(users: Command): void {
  withAddress(withCommon(users.command('link'), 'users link ana@lab.example --address https://voirdire.lab.example'))
    .description('Print a link by which a person sets a new password. It works once, for two days.')
    .argument('<email>', 'e-mail of the person')
    .action(async (email: string, options: Linking) => {
      const { resetLink } = await import('../lib/server/auth/accounts/invitations.ts');
      const { token } = await withDatabase(options, openExisting, (db, grant) => resetLink(db, grant, email));
      const link = `${options.address.replace(/\/+$/, '')}/reset/${token}`;
      if (options.json) return printJson({ email, link });
      console.log(link);
    });
}

function addSetUp(users: Command): void {
  withAddress(withCommon(users.command('set-up'), 'users set-up --address http://localhost:3000'))
    .description('Print the link that makes the first admin again; the one before stops working.')
    .action(async (options: Linking) => {
      const { setUpLink } = await import('../lib/server/auth/accounts/invitations.ts');
      const token =
        (await withDatabase(options, openOrCreate, (db) => setUpLink(db))) ??
        refuse.conflict('This instance has an admin already. Use "voirdire users link EMAIL" for a lost password.');
      const link = `${options.address.replace(/\/+$/, '')}/set-up/${token}`;
      if (options.json) return printJson({ link });
      console.log(link);
    });
}

const withCommon = (command: Command, ...examples: string[]): Command =>
  command
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', `\nExample:\n${examples.map((example) => `  $ voirdire ${example}`).join('\n')}`);

const withAddress = (command: Command): Command =>
  command.addOption(
    new Option('--address <url>', 'address at which people reach the server')
      .env('ORIGIN')
      .default('http://localhost:3000')
  );

async function withDatabase<T>(
  { data }: Common,
  open: typeof openExisting,
  work: (db: Db, grant: Authorized<InstanceResource, 'administer'>) => T | Promise<T>
): Promise<T> {
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { db, close } = await open(dataFolder(data));
  try {
    return await work(db, authorize(operator, instance, 'administer'));
  } finally {
    close();
  }
}

async function firstLineOfInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text.split(/\r?\n/)[0] ?? '';
}
