use std::io::Read;
fn main() {
    let mut s = String::new();
    std::io::stdin().read_to_string(&mut s).unwrap();
    for l in s.split("\n---\n") {
        let t = std::time::Instant::now();
        let a = plangate::suggest::advise(l);
        println!("{:?} {} {:?} :: {}", a.label, a.reason, t.elapsed(), l.chars().take(100).collect::<String>());
    }
}
