export { RequireSignedIn as default } from './protected-route.tsx';
