/**
 * The most common passwords in lowercase, from published lists of leaked passwords, including Spanish ones.
 * Passwords below the minimum of six characters are left out; repeats and sequences are found by rule.
 */
const words = `
password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passpass
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwertyui qwert123 asdfgh asdfghjk asdfghjkl asdf1234
zxcvbn zxcvbnm zxcvbnm1 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc q1w2e3 q1w2e3r4 1qazxsw2 zaq12wsx
abc123 abcd1234 abcdef abc12345 a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 aaa111 abcabc 123abc 123qwe 123qweasd
iloveyou iloveyou1 loveyou lovely love123 letmein letmein1 welcome welcome1 welcome123 monkey dragon
sunshine princess princess1 shadow master michael jennifer jordan jordan23 hunter hunter2 superman batman
football football1 baseball baseball1 basketball soccer hockey yankees redsox patriots mustang harley ranger
trustno1 access admin1 admin123 administrator root123 changeme secret secret1 default guest123 test123 test1234
testing tester freedom whatever starwars pokemon computer internet google facebook samsung android iphone
charlie daniel andrew joshua matthew ashley nicole jessica michelle amanda thomas robert william george
anthony justin taylor maggie ginger pepper cookie buster bailey tigger summer winter spring autumn flower
purple orange yellow silver diamond cheese chocolate coffee banana chicken butterfly angel1 angels jesus1
jesus123 blessed heaven family mother father killer gateway mercedes ferrari porsche corvette phoenix
donald merlin hello123 hello1 hellohello helloworld nothing anything something fuckyou fuckyou1 asshole
liverpool chelsea arsenal barcelona realmadrid juventus manchester america mexico mexico1 brasil
contrasena contrase\u00f1a tequiero teamo1 teamo123 amorcito micorazon corazon princesa bonita hermosa estrella
mariposa alejandro alejandra fernando carlos miguel gabriel daniela valentina sebastian santiago colombia
puertorico guadalupe familia bendicion dios123 jesucristo hola123 holahola amigos felicidad
nutmeg nutmeg1 nutmeg123 taxes1 taxes123 taxreturn taxrefund refund1 mytaxes incometax
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
