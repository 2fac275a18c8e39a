import type { Role } from '#domain/account/roles.ts';
import type { Authenticator } from '#tests/support/authenticator.ts';

/** What the test knows about the portal: from it follows what each answer must be. */
export interface World {
  people: Person[];
  tokens: Token[];
  /** The download links: they can be opened again and again. */
  links: Link[];
  /** All of them, the valid one last. */
  secretKeys: string[];
  /** The number of the master key that signs, and of the oldest one that still verifies. */
  masterKey: number;
  oldestMasterKey: number;
  /** Who belongs to someone else's client, with the rights to see and to upload, as `membership` writes it. */
  members: Set<string>;
  /** The policies that say who reads `file_uploads` and `storage.objects`. */
  reach: Record<Guarded, Reach>;
  /** Whether signed-in people may select from `file_uploads` at all. */
  isGranted: boolean;
}

export type Guarded = 'file_uploads' | 'storage.objects';
export type Reach = 'members and staff' | 'own' | 'no one';

export interface Person {
  name: string;
  id: string;
  email: string;
  role: Role;
  isActive: boolean;
  password: string;
  formerPassword: string;
  app: Authenticator | undefined;
}

export interface Session {
  id: string;
  owner: Person;
  lives: boolean;
  /** The second factor was shown. */
  isRaised: boolean;
  refreshToken: string;
}

export interface Token {
  text: string;
  session: Session;
  /** It was issued after the second factor was shown. */
  isRaised: boolean;
}

/** A link to a document of the owner, or to a place for one, which the holder of the token has asked for. */
export interface Link {
  by: Token;
  owner: Person;
  url: string;
  masterKey: number;
}

export const lives = ({ session }: Token): boolean => session.lives;

const isRaised = (token: Token) => token.isRaised && token.session.isRaised;

/** The person has a second factor, which the session does not have. */
export const owesFactor = (token: Token): boolean =>
  token.session.owner.app !== undefined && !isRaised(token);

export const isStaff = (token: Token): boolean =>
  lives(token) && token.session.owner.role !== 'client' && isRaised(token);

export const isSuper = (token: Token): boolean => isStaff(token) && token.session.owner.role === 'super';

/** What needs a session that has all factors: the security page, a new password. */
export const isWhole = (token: Token): boolean => lives(token) && !owesFactor(token);

export const membership = (member: Person, owner: Person): string => `${member.id} of ${owner.id}`;

/** A person belongs to their own client. Staff use no membership. */
const belongsTo = ({ members }: World, person: Person, owner: Person): boolean =>
  person === owner || (person.role === 'client' && members.has(membership(person, owner)));

export const mayWrite = (world: World, token: Token, owner: Person): boolean =>
  isStaff(token) || (isWhole(token) && belongsTo(world, token.session.owner, owner));

export function mayReach(world: World, guarded: Guarded, token: Token, owner: Person): boolean {
  if (world.reach[guarded] === 'no one' || !isWhole(token)) return false;
  if (token.session.owner === owner) return true;
  if (world.reach[guarded] === 'own') return false;
  return belongsTo(world, token.session.owner, owner) || isStaff(token);
}

export const mayReadRows = (world: World, token: Token, owner: Person): boolean =>
  world.isGranted && mayReach(world, 'file_uploads', token, owner);

/** The maker of a link may be signed out, but must still be staff, or belong to the document's client. */
export const mayStillRead = (world: World, { by: { session }, owner }: Link): boolean =>
  session.owner.isActive && (belongsTo(world, session.owner, owner) || session.owner.role !== 'client');

/** A link's signature holds as long as its master key is there. */
export const isSigned = ({ oldestMasterKey }: World, { masterKey }: Link): boolean =>
  masterKey >= oldestMasterKey;
