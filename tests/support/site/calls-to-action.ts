import business from '#business' with { type: 'json' };
import type { PublicPath } from './served-pages.ts';

type Link = [label: string, href: string];
const { phone } = business.contact;
const call: Link = [`Call ${phone.display}`, `tel:${phone.e164}`];
const upload: Link = ['Upload Now', '/secured-files'];
const contact: Link = ['Contact Us', '/contact-us'];
const meet: Link = ['Schedule Meeting', '/booking'];
const talk: Link[] = [
  ['Write to us', '/contact-us'],
  ['Book an appointment', '/booking'],
];

/** The calls to action of each page, for visitors and for signed-in users. */
export const calls: Partial<Record<PublicPath, { visitor: Link[]; signedIn: Link[] }>> = {
  '/': {
    visitor: [
      ['Get Started', '/signup'],
      ['Free Quote', '/quote'],
    ],
    signedIn: [
      ['Start Filing Now', '/secured-files'],
      ['Free Quote', '/quote'],
    ],
  },
  '/upload': {
    visitor: [
      ['Sign In', '/login'],
      ['Create Account', '/signup'],
    ],
    signedIn: [upload],
  },
  '/fees': {
    visitor: [
      ['Get Instant Quote', '/quote'],
      ['Pay Now', '/payment'],
    ],
    signedIn: [
      ['Get Instant Quote', '/quote'],
      ['Pay Now', '/payment'],
    ],
  },
  '/quote': { visitor: talk, signedIn: talk },
  '/about-us': {
    visitor: [
      ['Get Started Today', '/upload'],
      ['Get Free Quote', '/quote'],
    ],
    signedIn: [upload, contact],
  },
  '/business-startups': { visitor: [contact, meet], signedIn: [contact, upload] },
  '/website-services': { visitor: [contact], signedIn: [contact] },
  '/refund': { visitor: [contact, call], signedIn: [contact, upload] },
  '/reviews': { visitor: [['Read all reviews', '/read-reviews']], signedIn: [upload] },
  '/read-reviews': {
    visitor: [
      ['Get Started Today', '/signup'],
      ['Leave a Review', '/reviews'],
    ],
    signedIn: [upload, ['Leave a Review', '/reviews']],
  },
  '/map-location-and-directions': {
    visitor: [call, ['Schedule Appointment', '/booking']],
    signedIn: [call, upload],
  },
};
