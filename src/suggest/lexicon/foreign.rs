//! Other languages: what tells them from the three, and the few phrases that ask for a plan first beyond doubt.

/// Small words that English does not have, or has rarely.
pub const SMALL_WORDS: &[&str] = &[
    // Spanish, Portuguese, Italian, French
    "el", "los", "las", "una", "unos", "que", "para", "por", "con", "del", "como", "pero", "este", "esta", "todos", "todas", "borra", "quiero", "hola", "gracias", "sin", "favor", "archivos", "archivo", "em", "da", "das", "dos", "uma", "não", "nao", "os",
    "um", "na", "ao", "isso", "obrigado", "todas", "você", "voce", "arquivo", "arquivos", "il", "gli", "della", "dei", "delle", "per", "di", "che", "non", "questo", "questa", "tutti", "tutte", "ciao", "grazie", "puoi", "nel", "le", "les", "des", "du", "une",
    "est", "et", "dans", "avec", "sur", "pas", "ce", "cette", "tous", "toutes", "je", "vous", "nous", "merci", "bonjour", "peux", "fichiers", "fichier", "s'il", "la", "de", "se", "mi", "tu", "y", "un", "au", "aux", "ou", "où", "mon", "ton", "lo", "al", "su", "es", "o", "e", "no",
    // German, Dutch, Scandinavian
    "der", "die", "das", "und", "nicht", "den", "dem", "ein", "eine", "einen", "ist", "mit", "auf", "für", "fur", "von", "zu", "zur", "zum", "bitte", "alle", "ich", "du", "wir", "kannst", "wie", "im", "danke", "hallo", "aus", "noch", "erst", "nach", "bei",
    "het", "een", "van", "voor", "niet", "met", "naar", "alstublieft", "graag", "og", "ikke", "på", "pa", "att", "och", "inte", "det", "som", "til", "fra", "av", "från",
    // Polish, Czech, Turkish, Vietnamese, Indonesian, Romanian
    "nie", "na", "jak", "proszę", "prosze", "wszystkie", "pliki", "się", "sie", "jest", "lub", "všechny", "prosím", "jsem", "soubory", "ve", "bir", "için", "icin", "bu", "tüm", "tum", "lütfen", "lutfen", "değil", "ve", "tất", "cả", "các", "xóa", "không", "hãy", "yang", "dan", "semua", "tolong", "hapus", "saya", "și", "pentru", "toate", "vă", "fișierele",
];

/// English small words; they weigh against the ones above.
pub const ENGLISH_WORDS: &[&str] = &[
    "the", "a", "an", "to", "of", "in", "is", "are", "and", "for", "it", "this", "that", "with", "on", "my", "our", "your", "you", "i", "we", "please", "all", "from", "not", "don't", "can", "should", "be", "how", "what", "why", "me", "by", "at", "or", "as", "if",
    "so", "but", "then", "when", "before", "after", "every", "each", "into", "up", "out", "just", "now", "first", "no", "there", "was", "were", "have", "has", "would", "could", "will", "do", "does",
];

/// Phrases that ask for a plan first, or forbid changes, in languages beyond the three; matched as patterns.
pub const PLAN: &[&str] = &[
    // German
    "erst|zuerst|zunächst|vorher .. planen|plan|planung|plane",
    "plane|plan|planung zuerst|zunächst|vorher|erst",
    "noch nichts|nicht|keinen .. ändern|anfassen|umsetzen|implementieren|code|ausführen",
    "nur planen|ein plan|einen",
    "bevor du .. änderst|anfängst|beginnst|etwas .. zeig|sag|plan|frag|mach",
    // French
    "d'abord .. plan|planifie|planifier",
    "fais|fait|planifie .. plan? d'abord",
    "commence par .. plan",
    "ne modifie|touche|change rien|pas .. pour l'instant|encore|code",
    // Spanish, Portuguese, Italian
    "primero .. plan|planifica|planea|planificar",
    "planifica|planea .. primero",
    "no toques|cambies|modifiques .. todavía|aún|código|nada",
    "primeiro .. plano|planeje|planejar",
    "planeje|planeja .. primeiro|antes",
    "não mexa|altere|mude .. ainda|código|nada",
    "prima .. piano|pianifica",
    "non toccare|modificare .. ancora|codice|nulla",
    // Ukrainian
    "спочатку .. план|сплануй",
];

/// The same in scripts without spaces, looked for as they stand.
pub const PLAN_SPANS: &[&str] = &[
    "まず計画",
    "先に計画",
    "最初に計画",
    "計画を立ててから",
    "まだコードを変更しない",
    "まずプラン",
    "먼저 계획",
    "계획부터",
    "계획을 먼저",
    "코드는 수정하지",
    "아직 수정하지",
    "아직 코드를",
];

/// Cyrillic letters that Russian does not write.
pub const CYRILLIC_LETTERS: &str = "іїєґўјљњћђџѓќѕәғқңөұүһҷӣӯ";

/// Cyrillic words that Russian does not have.
pub const CYRILLIC_WORDS: &[&str] = &[
    "първо", "моля", "изтрий", "трябва", "това", "ще", "съм", "няма", "всички", "файловете", "направи", "обриши", "све", "датотеке", "молим", "прво", "није", "бих", "сте", "како", "што", "сите", "направете", "искам", "виж", "защо", "къде", "много",
    "видали", "будь", "ласка", "всі", "треба", "чіпай", "чому", "зроби", "разгърни", "базата", "клона",
];
